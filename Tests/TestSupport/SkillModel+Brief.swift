import Agents

extension SkillModel {
  /// A tree search that does not take long.
  package static var brief: SkillModel {
    var model = SkillModel(.mcts, .steady)
    model.effort.iterations = 12
    return model
  }
}
