import SimHarness
