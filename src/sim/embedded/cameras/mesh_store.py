"""The meshes in use as a MuJoCo model that holds nothing but them and their textures, and where
MuJoCo has put each mesh's origin."""

from __future__ import annotations

from typing import Dict, Iterable, List, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.errors import InputError, SimulationError
from sim.sdf.look import Look

from .drawn_meshes import DrawnMesh
from .images import read_image
from .types import Quality

PALETTE = "palette"


class MeshStore:
    """``model`` with one mesh for each different ``DrawnMesh``; arrays by mesh number.

    ``origin`` (n, 3) and ``turn`` (n, 3, 3) place a mesh in the frame of its ``DrawnMesh``,
    ``radius`` (n,) is around its origin, ``material`` (n,), ``tint`` (n, 4). ``warnings`` names the
    images that cannot be read, which are shown white.
    """

    def __init__(self, meshes: Iterable[DrawnMesh], look: Look, quality: Quality) -> None:
        self._drawn: Dict[bytes, DrawnMesh] = {drawn.key: drawn for drawn in meshes}
        self._numbers = {key: number for number, key in enumerate(self._drawn)}
        self.warnings: List[str] = []
        listed = list(self._drawn.values())
        spec = mujoco.MjSpec()
        _set_quality(spec, quality)
        _add_background(spec, look)
        self._add_palette(spec, listed)
        materials = self._add_images(spec, listed)
        for number, drawn in enumerate(listed):
            _add_mesh(spec, str(number), drawn, self._coordinates(drawn))
        try:
            self.model = spec.compile()
        except (ValueError, mujoco.FatalError) as error:
            raise SimulationError(
                f"MuJoCo refuses what the cameras should draw: {' '.join(str(error).split())}"
            ) from error
        self.material = np.array([materials[drawn.image] for drawn in listed], int)
        self.tint = np.array([drawn.tint for drawn in listed], np.float32).reshape(-1, 4)
        # MuJoCo draws what is transparent twice.
        self.tint[:, 3] = 1.0 - np.sqrt(1.0 - self.tint[:, 3])
        self._place(len(listed))

    def has(self, meshes: Iterable[DrawnMesh]) -> bool:
        """Whether all of these are here."""
        return all(drawn.key in self._numbers for drawn in meshes)

    def number(self, drawn: DrawnMesh) -> int:
        """The number of its mesh in ``model``."""
        return self._numbers[drawn.key]

    def _place(self, count: int) -> None:
        model = self.model
        self.origin = np.array(model.mesh_pos[:count], float).reshape(-1, 3)
        self.turn = np.empty((count, 3, 3))
        for number in range(count):
            matrix = np.empty(9)
            mujoco.mju_quat2Mat(matrix, model.mesh_quat[number])
            self.turn[number] = matrix.reshape(3, 3)
        starts, counts = model.mesh_vertadr[:count], model.mesh_vertnum[:count]
        lengths = np.linalg.norm(model.mesh_vert, axis=1)
        self.radius = np.array(
            [lengths[start : start + size].max() for start, size in zip(starts, counts)]
        )

    def _add_palette(self, spec: mujoco.MjSpec, meshes: List[DrawnMesh]) -> None:
        plain = [
            np.round(255.0 * drawn.colors).astype(np.uint8) for drawn in meshes if not drawn.image
        ]
        colors = np.unique(np.concatenate([*plain, np.full((1, 3), 255, np.uint8)]), axis=0)
        self._side = int(np.ceil(np.sqrt(len(colors))))
        texels = np.zeros((self._side**2, 3), np.uint8)
        texels[: len(colors)] = colors
        self._texel = {color.tobytes(): number for number, color in enumerate(colors)}
        _add_texture(spec, PALETTE, texels.reshape(self._side, self._side, 3))

    def _coordinates(self, drawn: DrawnMesh) -> Array:
        """Texture coordinates (t, 3, 2); all corners of a triangle are at the middle of its
        colour's texel."""
        if drawn.image:
            return drawn.coordinates
        colors, of = np.unique(
            np.round(255.0 * drawn.colors).astype(np.uint8), axis=0, return_inverse=True
        )
        texels = np.array([self._texel[color.tobytes()] for color in colors])[of.ravel()]
        places = (np.stack([texels % self._side, texels // self._side], axis=1) + 0.5) / self._side
        return np.repeat(places[:, None], 3, axis=1)

    def _add_images(self, spec: mujoco.MjSpec, meshes: List[DrawnMesh]) -> Dict[str, int]:
        """Materials by image; the palette's is the first."""
        materials = {"": 0}
        for image in dict.fromkeys(drawn.image for drawn in meshes if drawn.image):
            try:
                texels = read_image(image)
            except InputError as error:
                self.warnings.append(f"{error}; shown white")
                texels = np.full((1, 1, 3), 255, np.uint8)
            materials[image] = len(materials)
            _add_texture(spec, image, texels)
        return materials


def _set_quality(spec: mujoco.MjSpec, quality: Quality) -> None:
    settings = spec.visual.quality
    settings.offsamples, settings.shadowsize = quality.samples, 0
    settings.numslices, settings.numstacks, settings.numquads = 28, 16, 1


def _add_background(spec: mujoco.MjSpec, look: Look) -> None:
    """MuJoCo clears pictures to black and has no other way to colour what nothing is before."""
    spec.add_texture(
        name="background",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT,
        width=8,
        height=48,
        rgb1=look.background,
        rgb2=look.background,
    )


def _add_texture(spec: mujoco.MjSpec, name: str, texels: Array) -> None:
    height, width, channels = texels.shape
    texture = spec.add_texture(
        name=name,
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        width=width,
        height=height,
        nchannel=channels,
    )
    texture.data = texels.tobytes()
    material = spec.add_material(name=name)
    roles = list(material.textures)
    roles[int(mujoco.mjtTextureRole.mjTEXROLE_RGB)] = name
    material.textures = roles


def _add_mesh(spec: mujoco.MjSpec, name: str, drawn: DrawnMesh, coordinates: Array) -> None:
    mesh = spec.add_mesh(name=name)
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    corners, normals, coordinates = _enough(drawn.corners, drawn.normals, coordinates)
    indices = np.arange(3 * len(corners))
    mesh.uservert, mesh.usernormal, mesh.usertexcoord = (
        corners.ravel(),
        normals.ravel(),
        coordinates.ravel(),
    )
    mesh.userface = mesh.userfacenormal = mesh.userfacetexcoord = indices


def _enough(*arrays: Array) -> Tuple[Array, ...]:
    """Triangles twice where there is one alone, since MuJoCo wants four vertices."""
    return tuple(np.concatenate([array, array]) if len(array) < 2 else array for array in arrays)
