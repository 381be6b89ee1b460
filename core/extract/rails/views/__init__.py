"""Templates: ERB, HAML, Slim and those written in Ruby (jbuilder, builder, rabl), and what they render and link.

Every template language is first turned into plain Ruby with all lines in their places; one reader then finds renders,
links, translations, helper calls and constants in it, the same for all of them and for the Ruby of components.
"""
