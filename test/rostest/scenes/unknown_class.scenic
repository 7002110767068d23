from gzscenic.model import *

ego = new Crate at 0 @ 0
new Sofa at 3 @ 0
