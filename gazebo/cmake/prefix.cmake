# sim_gazebo_sdk for Debian 11's Gazebo and roscpp unpacked into SIM_GAZEBO_PREFIX, whose own CMake files name absolute paths.
set(prefix_include ${SIM_GAZEBO_PREFIX}/usr/include)
set(prefix_lib ${SIM_GAZEBO_PREFIX}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
if(NOT EXISTS ${prefix_include}/gazebo-11 OR NOT EXISTS ${prefix_lib}/libgazebo.so)
  message(FATAL_ERROR "SIM_GAZEBO_PREFIX: no Gazebo 11 with headers in ${SIM_GAZEBO_PREFIX}; run ./run setup gazebo")
endif()

add_library(sim_gazebo_sdk INTERFACE)
# The prefix comes before the host's own headers, and the generated messages before both.
#catkin_lint: ignore_once missing_directory
target_include_directories(sim_gazebo_sdk SYSTEM INTERFACE
  ${CATKIN_DEVEL_PREFIX}/include
  ${prefix_include}/gazebo-11 ${prefix_include}/gazebo-11/gazebo ${prefix_include}/sdformat-9.3
  ${prefix_include}/ignition/math6 ${prefix_include}/ignition/msgs5 ${prefix_include}/ignition/transport8
  ${prefix_include}/ignition/common3 ${prefix_include}/ignition/fuel_tools4
  ${prefix_include}/OGRE ${prefix_include}/OGRE/Terrain ${prefix_include}/OGRE/Paging
  ${prefix_include}/${CMAKE_LIBRARY_ARCHITECTURE} ${prefix_include})
target_compile_definitions(sim_gazebo_sdk INTERFACE BOOST_BIND_GLOBAL_PLACEHOLDERS)
target_link_options(sim_gazebo_sdk INTERFACE -L${prefix_lib} -Wl,-rpath-link,${prefix_lib} -Wl,--as-needed)
# By full path: were a link missing, the linker would take the host's library without a word.
foreach(library gazebo gazebo_ode gazebo_physics gazebo_sensors gazebo_rendering gazebo_transport gazebo_msgs gazebo_common gazebo_util
        OgreMain OgreRTShaderSystem sdformat9 ignition-math6 ignition-common3 protobuf roscpp rosconsole roscpp_serialization rostime xmlrpcpp tf2_ros tf2 yaml-cpp)
  if(NOT EXISTS ${prefix_lib}/lib${library}.so)
    message(FATAL_ERROR "SIM_GAZEBO_PREFIX: ${prefix_lib}/lib${library}.so is missing; run ./run setup gazebo again")
  endif()
  target_link_libraries(sim_gazebo_sdk INTERFACE ${prefix_lib}/lib${library}.so)
endforeach()
target_link_libraries(sim_gazebo_sdk INTERFACE ${prefix_lib}/libboost_thread.so.1.74.0)
