"""Orienteer for agents: the Model Context Protocol over stdio and HTTP, on the one workbench.

`toolset` says which tools there are, `arguments` what they take, `answers` what they say; `server` speaks the protocol
(specification of 2026-07-28 and clients of 2025-11-25) and `http` carries it over a port of this machine.
"""
