package io.sluice.schedule;

import io.sluice.schedule.CourseEvaluator.Closure;
import io.sluice.schedule.ScheduleTimes.Kind;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds a rule as it is evaluated: something that closes, or a window.
 *
 * @param calendar number of its calendar
 * @param closure of a freeze or of {@code startAt}, with the number of this rule
 * @param shown what is said of it
 */
record NumberedRule(
    int calendar,
    RuleScope scope,
    Optional<Closure> closure,
    Optional<WindowRule> window,
    Rule shown,
    ZoneId zone) {

  /** Numbers all rules that may hold a cluster of a Rollout: the index is the number. */
  static List<NumberedRule> all(Schedule schedule, List<RolloutCalendar> calendars) {
    List<NumberedRule> rules = new ArrayList<>();
    schedule.startAt().ifPresent(start -> rules.add(startAt(start, schedule.timeZone())));
    addAll(rules, 0, schedule.own());
    for (int i = 0; i < calendars.size(); i++) {
      addAll(rules, i + 1, calendars.get(i));
    }
    return rules;
  }

  private static void addAll(List<NumberedRule> rules, int number, RolloutCalendar calendar) {
    Optional<String> name = Optional.of(calendar.name()).filter(text -> !text.isEmpty());
    calendar.freezes().forEach(freeze -> rules.add(freeze(freeze, name, number, rules.size())));
    calendar.windows().forEach(window -> rules.add(window(window, name, number)));
  }

  private static NumberedRule startAt(Instant start, ZoneId zone) {
    return new NumberedRule(
        0,
        RuleScope.ALL,
        Optional.of(new Closure(Long.MIN_VALUE, roundedUp(start), 0)),
        Optional.empty(),
        shown(Kind.START_AT, Optional.empty(), "", zone, Optional.of(start), Optional.empty()),
        zone);
  }

  private static NumberedRule freeze(
      FreezeRule freeze, Optional<String> calendar, int number, int index) {
    return new NumberedRule(
        number,
        freeze.scope(),
        Optional.of(new Closure(freeze.from().getEpochSecond(), roundedUp(freeze.to()), index)),
        Optional.empty(),
        shown(
            Kind.FREEZE,
            calendar,
            freeze.name(),
            freeze.zone(),
            Optional.of(freeze.to()),
            freeze.reason()),
        freeze.zone());
  }

  private static NumberedRule window(WindowRule window, Optional<String> calendar, int number) {
    return new NumberedRule(
        number,
        window.scope(),
        Optional.empty(),
        Optional.of(window),
        shown(
            Kind.WINDOW,
            calendar,
            window.name(),
            window.zone(),
            Optional.empty(),
            Optional.empty()),
        window.zone());
  }

  private static Rule shown(
      Kind kind,
      Optional<String> calendar,
      String name,
      ZoneId zone,
      Optional<Instant> to,
      Optional<String> reason) {
    int offset = to.map(instant -> offset(zone, instant)).orElse(0);
    return new Rule(kind, calendar, name, zone.toString(), to, offset, reason);
  }

  /** Returns the offset of the rule's zone, in seconds. */
  int offset(Instant at) {
    return offset(zone, at);
  }

  private static int offset(ZoneId zone, Instant at) {
    return zone.getRules().getOffset(at).getTotalSeconds();
  }

  private static long roundedUp(Instant instant) {
    return instant.getEpochSecond() + (instant.getNano() == 0 ? 0 : 1);
  }
}
