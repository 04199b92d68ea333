package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.NameDistance;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.SettingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the names of groups that a rule covers, and finds those that there are not.
 *
 * @param reason of all problems
 */
public record GroupNamesReader(String reason) {
  public GroupNamesReader {
    requireNonNull(reason, "reason is null");
  }

  /** Returns the names as listed; empty if they are absent or refused. */
  public Optional<List<String>> read(SettingNode node) {
    return read(node, "List names of groups");
  }

  /**
   * Returns the names as listed; empty if they are absent or refused.
   *
   * @param remedy what to do where the value is no list of names
   */
  public Optional<List<String>> read(SettingNode node, String remedy) {
    if (node.absent()) {
      return Optional.empty();
    }
    List<String> names =
        node.items().flatMap(item -> item.text().stream()).filter(name -> !name.isEmpty()).toList();
    return node.notAList() || names.size() < node.items().count()
        ? node.refuse(reason, "not a list of names", remedy)
        : Optional.of(names);
  }

  /**
   * Finds names that no placement declares; {@code ungrouped} may always be named.
   *
   * @param path of the list
   * @param of the rule that has it, as {@code of check a }; empty: it has no name
   */
  public List<Problem> undeclared(
      String path, String of, List<String> names, DeclaredGroups declared) {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!declared.mayName(name) && !name.equals(RuleScope.UNGROUPED)) {
        String nearest =
            NameDistance.nearest(name, declared.names(), 3).stream()
                .sorted(ByteOrder.NAMES)
                .collect(Collectors.joining(", "));
        problems.add(
            new Problem(
                reason,
                "%s[%d]".formatted(path, i),
                "%sis %s, which no bound placement declares".formatted(of, SettingNode.json(name)),
                nearest.isEmpty() ? "Remove it" : "Use one of: " + nearest));
      }
    }
    return problems;
  }
}
