package io.sluice.check;

import io.sluice.policy.Hashes;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.NamedEntryReader;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.GroupNamesReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads {@code spec.checks} of a Rollout from a tree as YAML or JSON gives it (between-waves 3).
 *
 * <p>Every setting is read, and every problem is named: all are {@code CheckInvalid}. Without a
 * check nothing of CEL is loaded.
 */
public final class CheckReader {
  /** Where the checks of a Rollout stand, in messages. */
  public static final String PATH = "Rollout spec.checks";

  static final String INVALID = Reason.CHECK_INVALID.label();
  static final String SETTINGS = "a check";

  private static final int MOST = 20;
  private static final int MOST_FAILURES = 100;
  private static final int HASH_DIGITS = 16;
  private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(10);
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(24);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration LONGEST_WAIT = Duration.ofDays(30);
  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "before",
          "during",
          "interval",
          "timeout",
          "failureLimit",
          "giveUpAfter",
          "onFailure",
          "overrides",
          "prometheus",
          "webhook",
          "object");
  private static final GroupNamesReader GROUPS = new GroupNamesReader(INVALID);
  private static final NamedEntryReader ENTRIES =
      NamedEntryReader.ofLabels(
          INVALID, "check", SETTINGS, MOST, "Let one check ask for what several do");

  private CheckReader() {}

  /** Reads the checks of a Rollout; none if they are absent. */
  public static SettingsReading<List<CheckDefinition>> read(Object tree) {
    ProblemCollector collector = new ProblemCollector();
    SettingNode root = new SettingNode(PATH, tree, collector);
    return SettingsReading.of(
        ENTRIES.read(root, FIELDS, CheckReader::definition), collector, INVALID);
  }

  /** Returns what is wrong with checks, and with the groups that they name. */
  public static List<Problem> problems(
      SettingsReading<List<CheckDefinition>> reading, DeclaredGroups declared) {
    List<CheckRule> rules =
        reading.value().orElse(List.of()).stream().map(CheckDefinition::rule).toList();
    return Stream.concat(reading.problems().stream(), undeclared(rules, declared).stream())
        .toList();
  }

  /**
   * Finds groups that rules name and no placement declares.
   *
   * @param rules all of a Rollout, in order
   */
  public static List<Problem> undeclared(List<CheckRule> rules, DeclaredGroups declared) {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      CheckRule rule = rules.get(i);
      String path = "%s[%d].".formatted(PATH, i);
      String of = "of check %s ".formatted(rule.name());
      problems.addAll(
          GROUPS.undeclared(path + "before", of, rule.before().orElse(List.of()), declared));
      problems.addAll(GROUPS.undeclared(path + "during", of, rule.during(), declared));
    }
    return problems;
  }

  private static Optional<CheckDefinition> definition(SettingNode check) {
    CheckRule rule = rule(check);
    return CheckTargetReader.read(check).map(target -> new CheckDefinition(rule, target));
  }

  private static CheckRule rule(SettingNode check) {
    Duration interval =
        ScalarReader.duration(
                check.child("interval"),
                INVALID,
                SHORTEST_INTERVAL,
                LONGEST_INTERVAL,
                "from 10s to 24h",
                "1m")
            .orElse(CheckRule.DEFAULT_INTERVAL);
    Duration timeout =
        ScalarReader.duration(
                check.child("timeout"),
                INVALID,
                Duration.ofSeconds(1),
                shorter(interval, LONGEST_TIMEOUT),
                "from 1s to the interval, and at most 5m",
                "10s")
            .orElse(shorter(interval, CheckRule.DEFAULT_TIMEOUT));
    Optional<Duration> giveUpAfter =
        ScalarReader.duration(
            check.child("giveUpAfter"),
            INVALID,
            interval.plusSeconds(1),
            LONGEST_WAIT,
            "longer than the interval, and at most 720h",
            "4h");
    Optional<List<String>> before = GROUPS.read(check.child("before"));
    List<String> during = GROUPS.read(check.child("during")).orElse(List.of());
    if (before.filter(List::isEmpty).isPresent() && during.isEmpty()) {
      check.report(INVALID, "is asked for no group", "Name groups in before or during");
    }
    return new CheckRule(
        check.child("name").text().orElse(""),
        before,
        during,
        interval,
        timeout,
        failureLimit(check.child("failureLimit")),
        giveUpAfter,
        effect(check.child("onFailure")),
        CheckOverrideReader.read(check.child("overrides")),
        hash(check));
  }

  /** An override changes neither what is asked nor how it is judged. */
  private static String hash(SettingNode check) {
    Map<String, Object> asked = new TreeMap<>();
    check.fields().forEach((field, value) -> asked.put(String.valueOf(field), value));
    asked.remove("overrides");
    return Hashes.ofVerbatim(asked, HASH_DIGITS);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static int failureLimit(SettingNode node) {
    return node.absent() ? 1 : ScalarReader.number(node, INVALID, 1, MOST_FAILURES, 3).orElse(1);
  }

  private static FailureEffect effect(SettingNode node) {
    return node.absent()
        ? FailureEffect.HOLD
        : Arrays.stream(FailureEffect.values())
            .filter(effect -> effect.label().equals(node.value()))
            .findFirst()
            .or(() -> node.refuse(INVALID, "neither Hold nor Halt", "Write one of them"))
            .orElse(FailureEffect.HOLD);
  }
}
