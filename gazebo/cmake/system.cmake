# sim_gazebo_sdk for the Gazebo and roscpp that the system has.
find_package(gazebo 11 REQUIRED)
find_package(catkin REQUIRED COMPONENTS roscpp tf2_ros std_srvs rosgraph_msgs geometry_msgs sensor_msgs nav_msgs tf2_msgs
  trajectory_msgs)
find_package(PkgConfig REQUIRED)
pkg_check_modules(yaml_cpp REQUIRED IMPORTED_TARGET yaml-cpp)
pkg_check_modules(ogre_shaders REQUIRED IMPORTED_TARGET OGRE-RTShaderSystem)

add_library(sim_gazebo_sdk INTERFACE)
target_include_directories(sim_gazebo_sdk SYSTEM INTERFACE
  ${CATKIN_DEVEL_PREFIX}/include ${catkin_INCLUDE_DIRS} ${GAZEBO_INCLUDE_DIRS})
target_compile_definitions(sim_gazebo_sdk INTERFACE BOOST_BIND_GLOBAL_PLACEHOLDERS)
target_link_libraries(sim_gazebo_sdk INTERFACE ${GAZEBO_LIBRARIES} ${catkin_LIBRARIES} PkgConfig::yaml_cpp PkgConfig::ogre_shaders)
