package io.sluice.rollout.strategy;

import static java.util.stream.Collectors.joining;

import io.sluice.fleet.LabelSelector;
import io.sluice.rollout.strategy.SettingNode.ParseMode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Reads a {@code rolloutStrategy} from a tree as YAML or JSON gives it (rollout-strategy 1.5, F1).
 *
 * <p>Every setting is read before anything is decided, and every problem is named: never a silent
 * default. Settings that depend on the policy, the mode or the hub are checked elsewhere.
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
  private static final Set<String> SETTINGS =
      Set.of(
          "minSuccessTime",
          "progressDeadline",
          "maxFailures",
          "maxConcurrency",
          "mandatoryDecisionGroups",
          "timeout");

  /** The JDK matches a repeated group recursively: 4,000 characters overflowed the stack. */
  private static final int LONGEST_TIME = 256;

  private static final String PART =
      "([0-9]{1,6})\\s*(h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)";
  private static final Pattern PARTS = Pattern.compile(PART, Pattern.CASE_INSENSITIVE);
  private static final Pattern ALL_PARTS =
      Pattern.compile("(\\s*" + PART + ")+\\s*", Pattern.CASE_INSENSITIVE);

  private final DeclaredGroups declared;
  private final ProblemCollector collector;

  private StrategyReader(ParseMode mode, DeclaredGroups declared) {
    this.declared = declared;
    collector = new ProblemCollector(mode);
  }

  /**
   * Reads the settings that a rollout may start with.
   *
   * @param path where the strategy stands, such as {@code spec.rolloutStrategy}
   */
  public static ParsedStrategy strict(Object tree, String path, DeclaredGroups declared) {
    return new StrategyReader(ParseMode.STRICT, declared).read(path, tree);
  }

  /** Reads the settings that the selection function is defined for, which are a few more. */
  public static ParsedStrategy lenient(Object tree) {
    return new StrategyReader(ParseMode.LENIENT, DeclaredGroups.unknown()).read(ROOT, tree);
  }

  private ParsedStrategy read(String path, Object tree) {
    SettingNode root = new SettingNode(path, tree, collector);
    if (root.notAnObject()) {
      root.refuse(Refusal.Reason.UNKNOWN_TYPE, "not an object", "Write the type below it, as type");
    }
    root.warnOfUnknownFields(FIELDS);
    Optional<PendingClusters> pending = pending(root.child("pendingClusters"));
    Optional<LabelSelector> ignored =
        SelectorReader.labelSelector(root.child("ignoreClusterRolloutStatus"));
    Strategy strategy =
        type(root.child("type")).map(type -> ofType(type, root)).orElseGet(() -> ofNoType(root));
    return collector.problems().isEmpty()
        ? new ParsedStrategy.Accepted(strategy, pending, ignored, collector.warnings())
        : new ParsedStrategy.Refused(collector.problems());
  }

  /** The type, whose first letter may be in either case; absent: All. */
  private static Optional<StrategyType> type(SettingNode node) {
    if (node.absent()) {
      return Optional.of(StrategyType.ALL);
    }
    String text = node.text().orElse("");
    return StrategyType.of(text)
        .or(
            () ->
                node.refuse(
                    Refusal.Reason.UNKNOWN_TYPE,
                    "which is no strategy",
                    "Use All, Progressive, ProgressivePerGroup or manualPerGroup"));
  }

  private static Optional<PendingClusters> pending(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    return Arrays.stream(PendingClusters.values())
        .filter(candidate -> candidate.label().equals(node.value()))
        .findFirst()
        .or(
            () ->
                node.refuse(
                    Refusal.Reason.BAD_PENDING,
                    "which says nothing about pending clusters",
                    Arrays.stream(PendingClusters.values())
                        .map(PendingClusters::label)
                        .collect(joining(" or ", "Use ", ""))));
  }

  /** Reads the object of the type; that of another type is an error. */
  private Strategy ofType(StrategyType type, SettingNode root) {
    for (StrategyType other : StrategyType.values()) {
      SettingNode node = root.child(other.field());
      if (other != type && !node.absent()) {
        node.refuseFor(type, other);
      }
    }
    return settings(type, root.child(type.field()));
  }

  /** Reads the objects of all types for their problems, with every setting: the type is unknown. */
  private Strategy ofNoType(SettingNode root) {
    for (StrategyType type : StrategyType.values()) {
      settings(StrategyType.PROGRESSIVE, root.child(type.field()));
    }
    return Strategy.all();
  }

  private Strategy settings(StrategyType type, SettingNode node) {
    if (node.notAnObject()) {
      node.refuse(
          Refusal.Reason.WRONG_SETTINGS,
          "not an object",
          "Write the settings below it, or remove it");
    }
    node.warnOfUnknownFields(SETTINGS);
    refuseTimeout(node.child("timeout"));
    SettingNode concurrency = node.child("maxConcurrency");
    SettingNode groups = node.child("mandatoryDecisionGroups");
    boolean limited = type == StrategyType.PROGRESSIVE || absent(concurrency, type);
    boolean ordered = type != StrategyType.ALL || absent(groups, type);
    return new Strategy(
        type,
        ScalarReader.soak(node.child("minSuccessTime")),
        ScalarReader.deadline(node.child("progressDeadline")),
        ScalarReader.amount(node.child("maxFailures")).orElse(Amount.NONE),
        limited ? ScalarReader.amount(concurrency) : Optional.empty(),
        ordered ? SelectorReader.groups(groups, declared) : List.of());
  }

  /** Refuses a setting that this type does not read; true if it is absent. */
  private static boolean absent(SettingNode node, StrategyType type) {
    if (!node.absent()) {
      node.refuseFor(type, StrategyType.PROGRESSIVE);
    }
    return node.absent();
  }

  /**
   * Refuses {@code timeout}, the former name of {@code progressDeadline}, and translates its value
   * (rollout-strategy 1.6, TimeoutRenamed).
   */
  private static void refuseTimeout(SettingNode node) {
    if (!node.absent()) {
      node.refuse(
          Refusal.Reason.TIMEOUT_RENAMED,
          "the former name of this setting",
          node.text()
              .flatMap(StrategyReader::progressDeadline)
              .map("Write progressDeadline: %s"::formatted)
              .orElse("Write progressDeadline, such as progressDeadline: 10m"));
    }
  }

  /** {@code 50min} -> {@code 50m}. */
  private static Optional<String> progressDeadline(String timeout) {
    if (timeout.equals("None")) {
      return Optional.of(timeout);
    }
    return timeout.length() <= LONGEST_TIME && ALL_PARTS.matcher(timeout).matches()
        ? Optional.of(PARTS.matcher(timeout).results().map(StrategyReader::part).collect(joining()))
        : Optional.empty();
  }

  private static String part(MatchResult part) {
    return part.group(1) + part.group(2).substring(0, 1).toLowerCase(Locale.ROOT);
  }
}
