# sim_beside_plugins(TARGET): where gzserver finds a library once the package's setup file has been sourced.
function(sim_beside_plugins target)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CATKIN_DEVEL_PREFIX}/lib INSTALL_RPATH "$ORIGIN"
    BUILD_RPATH ${CATKIN_DEVEL_PREFIX}/lib)
  install(TARGETS ${target} LIBRARY DESTINATION ${CATKIN_PACKAGE_LIB_DESTINATION})
endfunction()

# sim_plugin(NAME): libNAME.so, which makes the plugin that sim_gazebo registers for it.
function(sim_plugin name)
  add_library(${name} SHARED $<TARGET_OBJECTS:sim_plugin_shim>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_options(${name} PRIVATE -Wl,--no-undefined)
  target_link_libraries(${name} PRIVATE sim_gazebo ${CMAKE_DL_LIBS})
  sim_beside_plugins(${name})
endfunction()

# sim_unless_here(PACKAGE VARIABLE): VARIABLE is whether to build plugins by the names of PACKAGE's: where that is, Gazebo loads its own. Decided once,
# as for gazebo_msgs.
function(sim_unless_here package variable)
  if(DEFINED ${variable})
    return()
  endif()
  set(wanted ON)
  foreach(prefix ${CMAKE_PREFIX_PATH} ${CMAKE_SYSTEM_PREFIX_PATH})
    if(EXISTS "${prefix}/share/${package}/cmake/${package}Config.cmake")
      set(wanted OFF)
      message(STATUS "${package} is in ${prefix}: Gazebo loads its plugins, and ours by their names are not built")
    endif()
  endforeach()
  set(${variable} ${wanted} CACHE BOOL "Build plugins by ${package}'s names, as the system has none")
endfunction()
sim_unless_here(gazebo_plugins SIM_BUILD_GAZEBO_PLUGINS)
sim_unless_here(gazebo_ros_control SIM_BUILD_ROS_CONTROL)
