"""Templates in ERB, HAML, Slim and Ruby (jbuilder, builder, rabl): what they render and link to.

Every template language is first turned into plain Ruby, with all lines in their places. One reader then finds renders, links,
translations, helper calls and constants. It also reads the Ruby of components.
"""
