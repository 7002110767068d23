# The part of the build that a wheel has: called by scikit-build-core (pyproject.toml), it needs a compiler and the wheels of MuJoCo and SUMO, and neither ROS nor catkin.
find_package(Python REQUIRED COMPONENTS Interpreter)
set(python_of_nodes ${Python_EXECUTABLE})
set(SIM_LIBRARIES ${CMAKE_CURRENT_BINARY_DIR}/lib)
# Beside the package's modules; MuJoCo's wheel lies beside the package.
set(SIM_LIBRARIES_INSTALLED sim/lib)
set(SIM_LIBRARIES_BESIDE ":$ORIGIN/../../mujoco")
include(setup/cmake/units.cmake)
add_subdirectory(laws)
add_subdirectory(native)
if(NOT TARGET sim_physics OR NOT TARGET sim_traffic_host)
  message(FATAL_ERROR "${python_of_nodes} has no mujoco or no eclipse-sumo of the releases in pyproject.toml")
endif()

# src/sim/resources.py finds them by package.xml.
install(FILES package.xml DESTINATION sim/share)
foreach(folder config models networks scenarios worlds)
  install(DIRECTORY ${folder} DESTINATION sim/share)
endforeach()
