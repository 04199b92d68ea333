package io.sluice.rehearsal;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckRule;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.ForecastCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers the checks of a rehearsed attempt as a profile says (between-waves 3). */
final class RehearsalChecks {
  private final FleetProfile profile;
  private final Instant started;
  private final Map<CheckKey, Asked> asked = new HashMap<>();

  /**
   * Holds since when a question has its answer.
   *
   * @param first when it was asked first
   * @param since when it was first given the last answer
   * @param times how often in a row
   */
  private record Asked(Instant first, CheckResult result, Instant since, int times) {
    Asked again(CheckResult next, Instant now) {
      return next == result
          ? new Asked(first, result, since, times + 1)
          : new Asked(first, next, now, 1);
    }
  }

  /**
   * @param started when the attempt began
   */
  RehearsalChecks(FleetProfile profile, Instant started) {
    this.profile = profile;
    this.started = started;
  }

  /** Answers a question that is asked at this instant. */
  CheckReply ask(CheckKey key, Instant now) {
    Instant first = asked.containsKey(key) ? asked.get(key).first() : now;
    CheckResult result = profile.check(key).at(started, first, now);
    asked.merge(key, new Asked(first, result, now, 1), (known, fresh) -> known.again(result, now));
    return new CheckReply(result, "%s, by the profile".formatted(result.label()), "");
  }

  /**
   * Returns whether a question that was asked does not pass, and asking it again changes nothing:
   * neither the answer, nor what follows from it.
   *
   * @param rules of the attempt
   */
  boolean stuck(CheckKey key, Instant now, List<CheckRule> rules) {
    Asked known = asked.get(key);
    ForecastCheck answer = profile.check(key);
    return known.result() != CheckResult.PASSED
        && answer.settled(started, known.first(), now)
        && rules.stream()
            .filter(rule -> rule.name().equals(key.check()))
            .allMatch(
                rule ->
                    known.times() > rule.failureLimit() + 1
                        && now.isAfter(
                            known
                                .since()
                                .plus(rule.giveUpAfter().orElse(Duration.ZERO))
                                .plus(rule.interval().multipliedBy(2))));
  }
}
