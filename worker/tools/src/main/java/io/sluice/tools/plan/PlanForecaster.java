package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.Forecaster;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.rollout.Rules;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.tools.preview.PreparedAttempt;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Forecasts what the rollout of a policy would do from now on. */
final class PlanForecaster {
  private static final String INFORMS =
      "the policy only informs, so it goes to all clusters at once";

  private final Instant now;

  /**
   * Creates a forecaster.
   *
   * @param now when the forecasts begin
   */
  PlanForecaster(Instant now) {
    this.now = requireNonNull(now, "now is null").truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the plan. */
  RolloutPlan plan(PlanReader.Subject subject) {
    PolicyContext context = subject.context();
    Optional<SettingsValidation> settings = context.acceptance();
    List<String> refusals = new ArrayList<>();
    settings.flatMap(SettingsValidation::refusal).map(Refusal::message).ifPresent(refusals::add);
    context.fleet(List.of()).incoherent().ifPresent(refusals::add);
    return new RolloutPlan(
        context.objects().policy(),
        context.root().map(RootPolicy::generation).orElse(0L),
        settings
            .filter(found -> !found.informPolicy())
            .flatMap(SettingsValidation::strategy)
            .map(strategy -> strategy.type())
            .map(StrategyType::label),
        refusals,
        Stream.concat(
                subject.objects().notes().stream(),
                settings.stream()
                    .flatMap(found -> found.warnings().stream())
                    .map(warning -> "%s: %s".formatted(warning.reason(), warning.note())))
            .toList(),
        SupersededAttempt.of(context),
        subject.attempt().map(attempt -> course(attempt, subject)),
        Optional.empty());
  }

  /** Returns how an attempt would go. */
  RolloutPlan.Course course(PreparedAttempt attempt, PlanReader.Subject subject) {
    Set<String> members = attempt.state().statuses().keySet();
    List<String> away = subject.unreachable().stream().filter(members::contains).toList();
    return new RolloutPlan.Course(
        attempt,
        forecast(attempt, FleetProfile.LEAST),
        forecast(attempt, new LikelyProfile(subject.times(), subject.unreachable())),
        subject.times(),
        away);
  }

  /** The planner knows a policy that only informs as one of type All, which nobody wrote. */
  private Forecast forecast(PreparedAttempt attempt, FleetProfile profile) {
    Forecast course =
        Forecaster.of(
            Rules.CURRENT, attempt.state(), attempt.hub(), attempt.schedule(), profile, now);
    return attempt.state().spec().informPolicy() ? course.because(INFORMS) : course;
  }
}
