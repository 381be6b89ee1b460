from loft import Beam
