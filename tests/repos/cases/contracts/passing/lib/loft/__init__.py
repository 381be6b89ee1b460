from loft.inner.beam import Beam
