import SimHarness

/// A script in Lua that calls whatever it can reach with extreme values.
///
/// The names come from the interfaces that the game has registered, so a new one is swept by
/// itself. What was called is printed, a line `@class.name` each.
struct CallSweep {
  /// The classes of host objects that may be met.
  let interfaces: [ScriptInterface]

  /// Extremes, as Lua writes them; `BIG` and `SELF` are made by the script.
  static let extremes = [
    "math.mininteger", "math.maxinteger", "math.mininteger + 1", "-1", "0", "1", "2", "3", "1000",
    "-1000", "1000000", "-1000000", "1 << 31", "-(1 << 31)", "1 << 32", "1 << 53", "-(1 << 53)",
    "2.0 ^ 63", "-(2.0 ^ 63)", "0.5", "-0.5", "100.5", "1e15", "1e308", "-1e308", "5e-324",
    "0 / 0", "1 / 0", "-1 / 0", "nil", "true", "false", "''", "'12'", "'red'", "'orange'",
    "'score'", "('x'):rep(5000)", "'\\0\\255'", "{}", "{ 1, 2, 3 }", "{ math.mininteger }",
    "{ 0.5 }", "{ 'red' }", "{ { {} } }", "BIG", "SELF", "print", "coroutine.create(print)",
  ]

  /// The extremes that a function's result or a field may be taken for.
  static let answers = [
    "math.mininteger", "math.maxinteger", "-1", "0", "1 << 32", "0.5", "1e308", "-1e308", "0 / 0",
    "1 / 0", "nil", "true", "''", "'red'", "{}", "{ math.mininteger }", "SELF", "print",
  ]

  /// Every registered name, as `class.name`; a class with names of its own to set has `class.*`.
  var names: Set<String> {
    var names: Set<String> = []
    for interface in interfaces {
      for member in interface.members { names.insert("\(interface.name).\(member.name)") }
      if interface.openGet != nil { names.insert("\(interface.name).*") }
    }
    return names
  }

  /// What stands above the script: the extremes `E`, and `sweep(object)`.
  ///
  /// Each name is called with each extreme; those whose turn it is, by `part` of `parts`, with each
  /// pair as well; and with more arguments by chance.
  func prelude(part: Int = 0, parts: Int = 1) -> String {
    let classes = interfaces.map { interface in
      let members = interface.members.map { "'\($0.name)'" }.joined(separator: ", ")
      return "['\(interface.name)'] = { open = \(interface.openGet != nil), \(members) }"
    }
    return """
      local CLASSES = { \(classes.joined(separator: ",\n  ")) }
      local PART, PARTS = \(part), \(parts)
      local BIG, SELF = {}, {}
      for i = 1, 9000 do BIG[i] = i end
      SELF[1], SELF.self = SELF, SELF
      local E = table.pack(\(Self.extremes.joined(separator: ", ")))
      \(Self.walk)
      """
  }

  /// `sweep` of an object and of all objects that its functions give.
  private static let walk = """
    local seen, draw, swept = {}, 1, false
    local function any()
      draw = draw * 6364136223846793005 + 1442695040888963407
      return E[1 + (draw >> 33) % E.n]
    end
    local found = {}
    local function keep(ok, value, ...)
      if ok and type(value) == 'userdata' then found[#found + 1] = value end
      return ok, value
    end
    local function visit(object)
      local class = tostring(object):gsub(' .*', '')
      local members = CLASSES[class]
      if not members then return end
      for place, name in ipairs(members) do
        local _, method = keep(pcall(function() return object[name] end))
        pcall(function() object[name] = 1 end)
        if type(method) == 'function' then
          keep(pcall(method, object))
          for i = 1, E.n do
            keep(pcall(method, object, E[i]))
            keep(pcall(method, E[i]))
            if place % PARTS == PART then
              for j = 1, E.n do keep(pcall(method, object, E[i], E[j])) end
            end
          end
          for _ = 1, 40 do
            keep(pcall(method, object, any(), any(), any()))
            keep(pcall(method, object, any(), any(), any(), any()))
            keep(pcall(method, object, 1, any(), any()))
            keep(pcall(method, object, 2, any(), any(), any(), any()))
          end
          pcall(method, object, table.unpack(E, 1, 31))
          pcall(method, object, table.unpack(E, 1, 40))
        end
        print('@' .. class .. '.' .. name)
      end
      for i = 1, E.n do
        pcall(function() return object[E[i]] end)
        for j = 1, E.n do pcall(function() object[E[i]] = E[j] end) end
      end
      for i = 1, 40 do pcall(function() object['name' .. i] = any() end) end
      if members.open then print('@' .. class .. '.*') end
    end
    local function sweep(...)
      if swept then return end
      swept = true
      for _, object in ipairs({ ... }) do found[#found + 1] = object end
      while #found > 0 do
        local object = table.remove(found)
        local name = tostring(object):gsub(' .*', '')
        -- Copies are many and alike.
        seen[name] = (seen[name] or 0) + 1
        if type(object) == 'userdata' and seen[name] <= 2 then visit(object) end
      end
    end
    """
}
