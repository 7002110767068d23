"""Tells catkin where the Python library is; pip reads pyproject.toml instead."""

from catkin_pkg.python_setup import generate_distutils_setup
from setuptools import Distribution, find_packages, setup


class CatkinDistribution(Distribution):
    """Distribution without pyproject.toml, which old releases of setuptools refuse."""

    def parse_config_files(self, *_: object, **__: object) -> None:
        """Read no file: all is said below."""


setup(
    distclass=CatkinDistribution,
    **generate_distutils_setup(
        packages=find_packages("src"),
        package_dir={"": "src"},
        package_data={"sim.scenes": ["*.scenic"], "sim.rendering": ["shaders/*"]},
    ),
)
