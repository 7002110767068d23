"""OpenGL functions missing in moderngl, called by their addresses.

Also functions that moderngl would call with Python's lock held.
"""

from __future__ import annotations

import ctypes
from typing import Any

COLOR_BUFFER_BIT = 0x4000
DEPTH_BUFFER_BIT = 0x100
FRAMEBUFFER = 0x8D40
READ_FRAMEBUFFER = 0x8CA8
DRAW_FRAMEBUFFER = 0x8CA9
RENDERBUFFER = 0x8D41
COLOR_ATTACHMENT0 = 0x8CE0
DEPTH_ATTACHMENT = 0x8D00
DEPTH_STENCIL_ATTACHMENT = 0x821A
FRAMEBUFFER_COMPLETE = 0x8CD5
RGBA8 = 0x8058
RG16UI = 0x823A
RG32F = 0x8230
DEPTH_COMPONENT32F = 0x8CAC
DEPTH24_STENCIL8 = 0x88F0
RGB = 0x1907
RG = 0x8227
DEPTH_COMPONENT = 0x1902
RG_INTEGER = 0x8228
UNSIGNED_BYTE = 0x1401
UNSIGNED_SHORT = 0x1403
UNSIGNED_INT = 0x1405
FLOAT = 0x1406
TRIANGLES = 4
NEAREST = 0x2600
UPPER_LEFT = 0x8CA2
ZERO_TO_ONE = 0x935F
DRAW_INDIRECT_BUFFER = 0x8F3F
GREATER = 0x204
GEQUAL = 0x206
NOTEQUAL = 0x205
SCISSOR_TEST = 0x0C11
PACK_ALIGNMENT = 0x0D05
DEPTH_CLAMP = 0x864F
POLYGON_OFFSET_FILL = 0x8037
CULL_FACE = 0x0B44
DEPTH_TEST = 0x0B71
STENCIL_TEST = 0x0B90
BLEND = 0x0BE2
KEEP = 0x1E00
REPLACE = 0x1E01
LESS = 0x201
SRC_ALPHA = 0x302
ONE_MINUS_SRC_ALPHA = 0x303
COLOR = 0x1800
DEPTH = 0x1801
STENCIL = 0x1802

_I = ctypes.c_int
_U = ctypes.c_uint
_P = ctypes.c_void_p
_F = ctypes.c_float
_PROTOTYPES = {
    "glGenFramebuffers": (_I, _P),
    "glDeleteFramebuffers": (_I, _P),
    "glBindFramebuffer": (_U, _U),
    "glGenRenderbuffers": (_I, _P),
    "glDeleteRenderbuffers": (_I, _P),
    "glBindRenderbuffer": (_U, _U),
    "glRenderbufferStorageMultisample": (_U, _I, _U, _I, _I),
    "glFramebufferRenderbuffer": (_U, _U, _U, _U),
    "glFramebufferTexture2D": (_U, _U, _U, _U, _I),
    "glDrawBuffers": (_I, _P),
    "glReadBuffer": (_U,),
    "glBlitFramebuffer": (_I, _I, _I, _I, _I, _I, _I, _I, _U, _U),
    "glReadPixels": (_I, _I, _I, _I, _U, _U, _P),
    "glPixelStorei": (_U, _I),
    "glViewport": (_I, _I, _I, _I),
    "glClipControl": (_U, _U),
    "glClearBufferfv": (_U, _I, _P),
    "glClearBufferiv": (_U, _I, _P),
    "glDrawArrays": (_U, _I, _I),
    "glBlendFunc": (_U, _U),
    "glMultiDrawElementsIndirect": (_U, _U, _P, _I, _I),
    "glBindBuffer": (_U, _U),
    "glBindVertexArray": (_U,),
    "glUseProgram": (_U,),
    "glDepthFunc": (_U,),
    "glStencilFunc": (_U, _I, _U),
    "glStencilOp": (_U, _U, _U),
    "glDepthMask": (ctypes.c_ubyte,),
    "glColorMask": (ctypes.c_ubyte,) * 4,
    "glColorMaski": (_U, *(ctypes.c_ubyte,) * 4),
    "glPolygonOffset": (_F, _F),
    "glEnable": (_U,),
    "glDisable": (_U,),
    "glDisablei": (_U, _U),
    "glEnablei": (_U, _U),
    "glScissor": (_I, _I, _I, _I),
    "glFinish": (),
}
_RESULTS = {"glCheckFramebufferStatus": (_U, (_U,)), "glGetError": (_U, ())}


class Functions:
    """OpenGL's functions as attributes, such as ``glFinish``.

    OSError, the cause of a SimulationError, if the library lacks one.
    """

    def __init__(self) -> None:
        egl = ctypes.CDLL("libEGL.so.1")
        egl.eglGetProcAddress.restype, egl.eglGetProcAddress.argtypes = _P, (ctypes.c_char_p,)
        every = {name: (None, arguments) for name, arguments in _PROTOTYPES.items()}
        for name, (result, arguments) in {**every, **_RESULTS}.items():
            address = egl.eglGetProcAddress(name.encode())
            if not address:
                raise OSError(f"this OpenGL has no {name}")
            setattr(self, name, ctypes.CFUNCTYPE(result, *arguments)(address))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
