from gzscenic.model import *

ego = new Crate at 0 @ 0
