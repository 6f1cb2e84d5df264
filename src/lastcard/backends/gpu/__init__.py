"""Rounds on a GPU: the core and the simulator from the same text, compiled for one rule set, plan and number of seats.

layout                  a state in a few hundred bytes, so that many fit in a GPU's caches
source                  the whole text: the rules and the plan as constants, the functions, the kernels
cuda.h, lane.h          what a GPU provides; what stands for it on a CPU, where one lane plays alone
kernels.h               the kernels: shuffle packs, play rounds, add them up
device                  compile the text, keep what was compiled, and run it
"""
