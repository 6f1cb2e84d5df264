"""The core and the simulator as C: translated from the same text, compiled when the package is built.

unit, effects, ranges, types        what is known of the functions
expressions, translate, source      the text of the C file; machine.h, cpu.h and alone.h are its head
compiler, library                   compiling it, and loading what was compiled
"""
