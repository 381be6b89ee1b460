"""Orienteer for agents: the Model Context Protocol over stdio and HTTP, on top of the workbench.

`toolset` lists the tools, `arguments` their parameters, and `answers` writes their results. `server` implements the protocol
(specification of 2026-07-28, and clients of 2025-11-25). `http` serves it on a port of this machine.
"""
