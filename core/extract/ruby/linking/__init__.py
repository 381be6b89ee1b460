"""What the constants of all Ruby files mean together: who defines them, and what their bodies say once Ruby has run them."""
