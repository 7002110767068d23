# Simulator-aware packages: with -DSIMULATOR=ON every package that finds this one compiles with SIMULATOR defined. A build with -DSIMULATOR=OFF is one
# without it, for if(DEFINED SIMULATOR) too.
if(SIMULATOR)
  add_definitions(-DSIMULATOR)
elseif(DEFINED SIMULATOR)
  unset(SIMULATOR CACHE)
  unset(SIMULATOR)
endif()
