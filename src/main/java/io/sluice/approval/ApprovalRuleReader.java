package io.sluice.approval;

import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.GroupNamesReader;
import io.sluice.schedule.TimeReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code spec.approvalRules} of a Rollout from a tree as YAML or JSON gives it (between-waves
 * 4).
 *
 * <p>Every setting is read, and every problem is named: all are {@code ApprovalRulesInvalid}.
 */
public final class ApprovalRuleReader {
  /** Where the rules of a Rollout stand, in messages. */
  public static final String PATH = "Rollout spec.approvalRules";

  private static final String INVALID = Reason.APPROVAL_RULES_INVALID.label();
  private static final GroupNamesReader NAMES = new GroupNamesReader(INVALID);
  private static final int MOST = 50;
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofHours(8760);
  private static final Set<String> FIELDS =
      Set.of(
          "groups", "required", "notBefore", "expiresAfter", "boundTo", "separateAuthor", "from");

  private ApprovalRuleReader() {}

  /** Reads the rules of a Rollout; none if they are absent. */
  public static SettingsReading<List<ApprovalRule>> read(Object tree) {
    ProblemCollector collector = new ProblemCollector();
    SettingNode root = new SettingNode(PATH, tree, collector);
    if (root.notAList()) {
      root.refuse(INVALID, "not a list", "List rules, each with required");
    }
    List<SettingNode> items = root.items().toList();
    checkSize(root, items.size(), "Let one rule cover several groups");
    List<ApprovalRule> rules = new ArrayList<>();
    items.forEach(item -> rules.add(rule(item)));
    return SettingsReading.of(rules, collector, INVALID);
  }

  /** Returns what is wrong with rules, and with the groups that they name. */
  public static List<Problem> problems(
      SettingsReading<List<ApprovalRule>> reading, DeclaredGroups declared) {
    List<Problem> problems = new ArrayList<>(reading.problems());
    problems.addAll(undeclared(reading.value().orElse(List.of()), declared));
    return problems;
  }

  /**
   * Finds groups that rules name and no placement declares.
   *
   * @param rules all of a Rollout, in order
   */
  public static List<Problem> undeclared(List<ApprovalRule> rules, DeclaredGroups declared) {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      List<String> names = rules.get(i).groups().orElse(List.of());
      problems.addAll(NAMES.undeclared("%s[%d].groups".formatted(PATH, i), "", names, declared));
    }
    return problems;
  }

  private static ApprovalRule rule(SettingNode rule) {
    if (rule.absent() || rule.notAnObject()) {
      rule.refuse(INVALID, "not an object", "Write one such as {required: 2}");
    }
    rule.warnOfUnknownFields(FIELDS, "an approval rule");
    return new ApprovalRule(
        groups(rule.child("groups")),
        required(rule.child("required")),
        TimeReader.instant(rule.child("notBefore"), INVALID),
        ScalarReader.duration(
            rule.child("expiresAfter"), INVALID, SHORTEST, LONGEST, "from 1m to 8760h", "72h"),
        binding(rule.child("boundTo")),
        separateAuthor(rule.child("separateAuthor")),
        from(rule.child("from")));
  }

  private static Optional<List<String>> groups(SettingNode node) {
    Optional<List<String>> names = NAMES.read(node);
    if (names.filter(List::isEmpty).isPresent()) {
      node.report(INVALID, "names no group", "Name groups, or remove it for all");
    }
    return names;
  }

  private static int required(SettingNode node) {
    return node.absent() ? 1 : ScalarReader.number(node, INVALID, 1, MOST, 2).orElse(1);
  }

  private static ApprovalBinding binding(SettingNode node) {
    return node.absent()
        ? ApprovalRule.DEFAULT_BINDING
        : Arrays.stream(ApprovalBinding.values())
            .filter(binding -> binding.label().equals(node.value()))
            .findFirst()
            .or(
                () ->
                    node.refuse(
                        INVALID, "neither Version nor Content nor Any", "Write one of them"))
            .orElse(ApprovalRule.DEFAULT_BINDING);
  }

  private static boolean separateAuthor(SettingNode node) {
    if (!node.absent() && !(node.value() instanceof Boolean)) {
      node.refuse(INVALID, "neither true nor false", "Write one of them");
    }
    return Boolean.TRUE.equals(node.value());
  }

  private static List<String> from(SettingNode node) {
    List<String> names = NAMES.read(node, "List groups of the API server").orElse(List.of());
    checkSize(node, names.size(), "Name a group that has their members");
    return names;
  }

  private static void checkSize(SettingNode node, int size, String fewer) {
    if (size > MOST) {
      node.report(INVALID, "has %d entries, more than %d".formatted(size, MOST), fewer);
    }
  }
}
