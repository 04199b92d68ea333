package io.sluice.schedule;

import static io.sluice.schedule.TimeReader.INVALID;

import io.sluice.fleet.LabelSelector;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.NamedEntryReader;
import io.sluice.rollout.strategy.ScalarReader;
import io.sluice.rollout.strategy.SettingNode;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads windows and freezes (between-waves C1, C3, C4, C9). Each problem names its rule. */
final class RuleReader {
  private static final int MOST = 50;
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_REASON = 200;
  private static final Period LONGEST_FREEZE = Period.ofYears(3);
  private static final Period WITHIN = Period.ofYears(5);
  private static final Set<String> WINDOW =
      Set.of("name", "groups", "clusterSelector", "cron", "window", "timeZone");
  private static final Set<String> FREEZE =
      Set.of("name", "groups", "clusterSelector", "from", "to", "timeZone", "reason");

  private static final GroupNamesReader GROUPS = new GroupNamesReader(INVALID);

  private final ZoneId zone;
  private final Instant now;

  /**
   * @param zone of rules that name none
   * @param now from which a window has to open within five years
   */
  RuleReader(ZoneId zone, Instant now) {
    this.zone = zone;
    this.now = now;
  }

  List<WindowRule> windows(SettingNode node) {
    return entries("window").read(node, WINDOW, this::window);
  }

  List<FreezeRule> freezes(SettingNode node) {
    return entries("freeze").read(node, FREEZE, this::freeze);
  }

  private static NamedEntryReader entries(String kind) {
    return new NamedEntryReader(
        INVALID,
        kind,
        ScheduleReader.SETTINGS,
        MOST,
        "Move some to another calendar",
        RuleReader::isName,
        "Write 1 to %d characters in one line".formatted(LONGEST_NAME));
  }

  private static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= LONGEST_NAME
        && text.chars().noneMatch(Character::isISOControl);
  }

  private Optional<WindowRule> window(SettingNode rule) {
    RuleScope scope = scope(rule);
    ZoneId own = TimeReader.zone(rule.child("timeZone"), zone);
    Optional<CronSchedule> cron = cron(rule.child("cron"));
    Optional<Duration> length = length(rule.child("window"));
    return cron.flatMap(
        times ->
            length.map(
                open ->
                    new WindowRule(rule.child("name").text().orElse(""), scope, times, open, own)));
  }

  private Optional<CronSchedule> cron(SettingNode node) {
    if (node.absent()) {
      return node.report(INVALID, "is missing", "Write when it opens, such as \"0 22 * * 1-5\"");
    }
    try {
      CronSchedule cron = CronSchedule.parse(node.text().orElse(""));
      return cron.hasTime(now, WITHIN)
          ? Optional.of(cron)
          : node.refuse(
              INVALID, "which is never in the next five years", "Write days that there are");
    } catch (IllegalArgumentException e) {
      return node.refuse(
          INVALID,
          "and " + e.getMessage(),
          "Write five fields as for a CronJob, such as \"0 22 * * 1-5\"");
    }
  }

  private static Optional<Duration> length(SettingNode node) {
    if (node.absent()) {
      return node.report(INVALID, "is missing", "Write how long it is open, such as \"6h\"");
    }
    return node.text()
        .flatMap(ScalarReader::duration)
        .filter(length -> !length.isZero() && length.compareTo(WindowRule.LONGEST) <= 0)
        .or(
            () ->
                node.refuse(
                    INVALID,
                    "not a duration of more than 0 and at most 168h",
                    "Write one such as \"6h\" or \"1h30m\""));
  }

  private Optional<FreezeRule> freeze(SettingNode rule) {
    RuleScope scope = scope(rule);
    ZoneId own = TimeReader.zone(rule.child("timeZone"), zone);
    Optional<String> reason = reason(rule.child("reason"));
    Optional<Instant> from = TimeReader.dateOrInstant(rule.child("from"), own);
    Optional<Instant> to = TimeReader.dateOrInstant(rule.child("to"), own);
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    if (!to.get().isAfter(from.get())) {
      return rule.child("to")
          .refuse(
              INVALID,
              "not after its from, %s".formatted(SettingNode.json(rule.child("from").value())),
              "Write when it ends");
    }
    if (to.get().isAfter(from.get().atZone(ZoneOffset.UTC).plus(LONGEST_FREEZE).toInstant())) {
      return rule.child("to")
          .refuse(INVALID, "more than three years after its from", "Let it end sooner");
    }
    String name = rule.child("name").text().orElse("");
    return Optional.of(new FreezeRule(name, scope, from.get(), to.get(), own, reason));
  }

  private static Optional<String> reason(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    return node.text()
        .filter(text -> text.length() <= LONGEST_REASON)
        .or(
            () ->
                node.refuse(
                    INVALID,
                    "not a text of at most %d characters".formatted(LONGEST_REASON),
                    "Say it in fewer words"));
  }

  private static RuleScope scope(SettingNode rule) {
    SettingNode selector = rule.child("clusterSelector");
    selector.warnOfUnknownFields(LabelSelectorReader.FIELDS, ScheduleReader.SETTINGS);
    Optional<LabelSelector> clusters = LabelSelectorReader.read(selector);
    return new RuleScope(groups(rule.child("groups")), clusters);
  }

  private static Optional<List<String>> groups(SettingNode node) {
    String remedy = "List names of groups, or remove it for all";
    Optional<List<String>> names = GROUPS.read(node, remedy);
    return names.filter(List::isEmpty).isPresent()
        ? node.refuse(INVALID, "not a list of names", remedy)
        : names;
  }
}
