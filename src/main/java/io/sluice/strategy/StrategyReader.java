package io.sluice.strategy;

import static java.util.stream.Collectors.joining;

import io.sluice.fleet.LabelSelector;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a {@code rolloutStrategy} from a tree as YAML or JSON gives it (rollout-strategy 1.5, F1).
 *
 * <p>Every setting is read before anything is decided, and every problem is named: never a silent
 * default. Settings that need the policy, the mode or the hub to be judged are judged elsewhere.
 */
public final class StrategyReader {
  private static final String ROOT = "spec.rolloutStrategy";
  private static final Set<String> FIELDS =
      Set.of(
          "type",
          "all",
          "progressive",
          "progressivePerGroup",
          "manualPerGroup",
          "pendingClusters",
          "ignoreClusterRolloutStatus");

  private final ProblemCollector findings = new ProblemCollector();
  private final SettingsReader settings;

  private StrategyReader(ParseMode leniency, DeclaredGroups declared) {
    settings = new SettingsReader(leniency, declared, findings);
  }

  /**
   * Reads what a rollout may start with.
   *
   * @param path where the strategy stands, such as {@code spec.rolloutStrategy}
   */
  public static ParsedStrategy strict(Object tree, String path, DeclaredGroups declared) {
    return new StrategyReader(ParseMode.STRICT, declared).read(new SettingNode(path, tree));
  }

  /** Reads what the selection function is defined for, which is a little more. */
  public static ParsedStrategy lenient(Object tree) {
    return new StrategyReader(ParseMode.LENIENT, DeclaredGroups.unknown())
        .read(new SettingNode(ROOT, tree));
  }

  private ParsedStrategy read(SettingNode root) {
    if (!root.absent() && !root.isObject()) {
      findings.refuse(
          root.problem(
              RefusalReason.UNKNOWN_TYPE, "not an object", "Write the type below it, as type"));
    }
    findings.warnOfStrangers(root.strangers(FIELDS));
    Optional<PendingClusters> pending = pending(root.child("pendingClusters"));
    Optional<LabelSelector> ignored =
        new SelectorReader(findings).read(root.child("ignoreClusterRolloutStatus"));
    Strategy strategy =
        type(root.child("type")).map(type -> ofType(type, root)).orElseGet(() -> ofNoType(root));
    return findings.problems().isEmpty()
        ? new ParsedStrategy.Accepted(strategy, pending, ignored, findings.warnings())
        : new ParsedStrategy.Refused(findings.problems());
  }

  /** The type, whose first letter may be in either case; absent: All. */
  private Optional<StrategyType> type(SettingNode setting) {
    if (setting.absent()) {
      return Optional.of(StrategyType.ALL);
    }
    Optional<StrategyType> type =
        Arrays.stream(StrategyType.values())
            .filter(candidate -> setting.text().filter(text -> means(candidate, text)).isPresent())
            .findFirst();
    if (type.isEmpty()) {
      findings.refuse(
          setting.problem(
              RefusalReason.UNKNOWN_TYPE,
              "which is no strategy",
              "Use All, Progressive, ProgressivePerGroup or manualPerGroup"));
    }
    return type;
  }

  private static boolean means(StrategyType type, String text) {
    return text.length() == type.word().length()
        && text.substring(0, 1).equalsIgnoreCase(type.word().substring(0, 1))
        && text.substring(1).equals(type.word().substring(1));
  }

  /** The object of the type holds its settings; that of another type is an error. */
  private Strategy ofType(StrategyType type, SettingNode root) {
    for (StrategyType other : StrategyType.values()) {
      SettingNode foreign = root.child(other.field());
      if (other != type && !foreign.absent()) {
        findings.refuse(SettingsReader.misplaced(foreign, type, other));
      }
    }
    return settings.read(type, root.child(type.field()));
  }

  /** Nobody knows which object counts: each is read for its own problems, with every setting. */
  private Strategy ofNoType(SettingNode root) {
    for (StrategyType type : StrategyType.values()) {
      settings.read(StrategyType.PROGRESSIVE, root.child(type.field()));
    }
    return Strategy.all();
  }

  private Optional<PendingClusters> pending(SettingNode setting) {
    Optional<PendingClusters> pending =
        Arrays.stream(PendingClusters.values())
            .filter(candidate -> candidate.word().equals(setting.value()))
            .findFirst();
    if (pending.isEmpty() && !setting.absent()) {
      findings.refuse(
          setting.problem(
              RefusalReason.BAD_PENDING,
              "which says nothing about pending clusters",
              Arrays.stream(PendingClusters.values())
                  .map(PendingClusters::word)
                  .collect(joining(" or ", "Use ", ""))));
    }
    return pending;
  }
}
