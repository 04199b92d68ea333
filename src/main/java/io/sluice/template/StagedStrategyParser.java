package io.sluice.template;

import io.sluice.fleet.LabelSelector;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.NamedGroup;
import io.sluice.placement.spec.GroupStrategyParser;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.PendingClusters;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the rollout strategy of a template's policy (lazy-activation 3).
 *
 * <p>No schema of the hub drops what is misspelt there, so that what has no effect is a problem.
 */
public final class StagedStrategyParser {
  private static final String GROUPS = "groupStrategy";
  private static final String PATH = KarmadaKeys.ROLLOUT_STRATEGY;

  private final Object tree;
  private final ProblemCollector collector = new ProblemCollector();
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> odd = new ArrayList<>();

  private StagedStrategyParser(Object tree) {
    this.tree = tree;
  }

  /** Holds a strategy, or what is wrong with it, in sentences. */
  public record Result(Optional<StagedStrategy> strategy, List<String> problems) {
    public Result {
      problems = List.copyOf(problems);
    }
  }

  /** Parses what the annotation says as YAML. */
  public static Result parse(Object tree) {
    return new StagedStrategyParser(tree).parse();
  }

  /**
   * Returns the strategy among lazy fields that a rollout has to carry out, as it was written; one
   * that cannot be read counts as such.
   */
  public static Optional<Object> staged(Map<String, Object> fields) {
    return LazyFields.strategy(fields)
        .filter(tree -> parse(tree).strategy().filter(StagedStrategy::atOnce).isEmpty());
  }

  private Result parse() {
    GroupStrategy groups = groups();
    Optional<StagedStrategy> strategy =
        StrategyReader.strict(withoutGroups(), PATH, DeclaredGroups.unknown())
            .match(
                accepted -> accepted(accepted, groups),
                refused -> {
                  problems.addAll(refused.problems());
                  return Optional.empty();
                });
    problems.addAll(collector.problems());
    odd.addAll(collector.warnings());
    List<String> sentences = new ArrayList<>();
    if (!problems.isEmpty()) {
      sentences.add(Problem.message("Cannot use", problems));
    }
    sentences.addAll(odd);
    return new Result(sentences.isEmpty() ? strategy : Optional.empty(), sentences);
  }

  private Object withoutGroups() {
    if (!(tree instanceof Map<?, ?> fields)) {
      return tree;
    }
    Map<Object, Object> others = new LinkedHashMap<>(fields);
    others.remove(GROUPS);
    return others;
  }

  private GroupStrategy groups() {
    Object written = tree instanceof Map<?, ?> fields ? fields.get(GROUPS) : null;
    return written == null
        ? GroupStrategy.ONE_GROUP
        : GroupStrategyParser.strategy(new SettingNode(PATH, Map.of(GROUPS, written), collector));
  }

  private Optional<StagedStrategy> accepted(
      ParsedStrategy.Accepted accepted, GroupStrategy groups) {
    odd.addAll(accepted.warnings());
    if (accepted.pendingClusters().equals(Optional.of(PendingClusters.INFORM))) {
      problems.add(
          new Problem(
              Refusal.Reason.BAD_PENDING.label(),
              PATH + ".pendingClusters",
              "is \"Inform\", which a template cannot do",
              "Remove it"));
    }
    checkNames(accepted.strategy(), groups);
    Optional<LabelSelector> ignored = accepted.ignored();
    return Optional.of(new StagedStrategy(accepted.strategy(), groups, ignored));
  }

  private void checkNames(Strategy strategy, GroupStrategy groups) {
    List<String> names = groups.entries().stream().map(NamedGroup::name).distinct().toList();
    strategy.mandatoryDecisionGroups().stream()
        .flatMap((GroupSelector selector) -> selector.groupName().stream())
        .filter(name -> !names.contains(name))
        .forEach(
            name ->
                problems.add(
                    new Problem(
                        Refusal.Reason.UNKNOWN_GROUP.label(),
                        PATH + ".mandatoryDecisionGroups",
                        "names group \"%s\", which groupStrategy does not declare".formatted(name),
                        names.isEmpty()
                            ? "Declare it there"
                            : "Use one of: " + String.join(", ", names))));
  }
}
