from gzscenic.model import *

ego = new Crate at 0 @ 0, with name 'one'
new Crate at 4 @ 0, with name 'one'
