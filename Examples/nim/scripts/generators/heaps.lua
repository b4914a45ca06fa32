-- Heaps of random sizes.
local heaps = {
  name = "heaps",
  game = "nim",
  summary = "A few heaps of random sizes.",
  params = { heaps = { 3, 1, 8 }, objects = { 9, 1, 40 } },
}

function heaps.generate(random, params)
  local sizes = {}
  for heap = 1, params.heaps do
    sizes[heap] = random:int(params.objects)
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "nim",
    name = "Heaps",
    heaps = sizes,
    mistakes = random:int(0, 5) / 10,
  }
end

return heaps
