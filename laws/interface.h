// Attributes of functions that Python calls by ctypes, and of classes that one of our libraries
// uses of another.
#pragma once

#define SIM_VISIBLE __attribute__((visibility("default")))
#define SIM_INTERFACE extern "C" SIM_VISIBLE
