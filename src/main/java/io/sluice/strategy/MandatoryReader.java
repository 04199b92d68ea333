package io.sluice.strategy;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code mandatoryDecisionGroups}, and holds them against the groups that there are
 * (rollout-strategy 1.5).
 *
 * <p>Only a name can be declared in vain: indexes come and go with the size of the fleet, so one
 * that no group has now is a warning.
 */
final class MandatoryReader {
  private static final String GIVE = "Give groupName or groupIndex";

  private final ParseMode leniency;
  private final DeclaredGroups declared;
  private final ProblemCollector findings;

  MandatoryReader(ParseMode leniency, DeclaredGroups declared, ProblemCollector findings) {
    this.leniency = leniency;
    this.declared = declared;
    this.findings = findings;
  }

  List<GroupSelector> read(SettingNode setting) {
    if (!setting.absent() && !(setting.value() instanceof List<?>)) {
      findings.refuse(
          setting.problem(
              RefusalReason.BAD_GROUP, "not a list", "List entries with groupName or groupIndex"));
    }
    return setting.items().flatMap(entry -> entry(entry).stream()).toList();
  }

  private Optional<GroupSelector> entry(SettingNode entry) {
    SettingNode name = entry.child("groupName");
    SettingNode index = entry.child("groupIndex");
    findings.warnOfStrangers(entry.strangers(Set.of("groupName", "groupIndex")));
    boolean noObject = !entry.absent() && !entry.isObject();
    // An empty name is none, as in OCM.
    boolean named = !name.absent() && !"".equals(name.value());
    if (noObject || (!named && index.absent() && !leniency.forgives())) {
      findings.refuse(entry.problem(RefusalReason.BAD_GROUP, "and names no group", GIVE));
      return Optional.empty();
    }
    Optional<Integer> groupIndex = index(index, named);
    if (!named) {
      return Optional.of(new GroupSelector(Optional.empty(), groupIndex));
    }
    if (groupIndex.isPresent()) {
      findings.warn(
          "%s has a groupName and a groupIndex, and the name counts. Remove groupIndex."
              .formatted(entry.path()));
    }
    return name(name).map(groupName -> new GroupSelector(Optional.of(groupName), groupIndex));
  }

  private Optional<String> name(SettingNode setting) {
    Optional<String> name = setting.text();
    if (name.isEmpty()) {
      findings.refuse(
          setting.problem(
              RefusalReason.BAD_GROUP, "not a name", "Write a name in quotes, or give groupIndex"));
    } else if (!leniency.forgives() && !declared.mayName(name.get())) {
      findings.refuse(
          setting.problem(
              RefusalReason.UNKNOWN_GROUP, "which no bound placement declares", namesToUse()));
    }
    return name;
  }

  private String namesToUse() {
    return declared.names().isEmpty()
        ? "Remove it, or declare the group in a bound placement"
        : declared.names().stream().collect(joining(", ", "Use one of: ", ""));
  }

  private Optional<Integer> index(SettingNode setting, boolean named) {
    if (setting.absent()) {
      return Optional.empty();
    }
    Optional<Long> number = WholeNumber.of(setting.value());
    if (number.isEmpty()) {
      findings.refuse(
          setting.problem(
              RefusalReason.BAD_GROUP,
              "not the index of a group",
              "Write 0 or more, without quotes"));
      return Optional.empty();
    }
    if (number.get() < 0 && !leniency.forgives()) {
      findings.refuse(setting.problem(RefusalReason.BAD_NUMBER, "below zero", "Write 0 or more"));
      return Optional.empty();
    }
    int index = (int) Math.max(0, Math.min(number.get(), Integer.MAX_VALUE));
    if (!named && !leniency.forgives()) {
      judge(setting, index);
    }
    return Optional.of(index);
  }

  private void judge(SettingNode setting, int index) {
    if (declared.placements() > 1) {
      findings.refuse(
          setting.problem(
              RefusalReason.BAD_GROUP,
              "but %d placements are bound".formatted(declared.placements()),
              "Give groupName"));
    } else if (!declared.mayIndex(index)) {
      findings.warn(
          "%s is %d, and no group has this index now. Nothing waits for it."
              .formatted(setting.path(), index));
    }
  }
}
