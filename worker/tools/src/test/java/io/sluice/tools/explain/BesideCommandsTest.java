package io.sluice.tools.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.BesideFixture;
import io.sluice.process.InMemoryTestServers;
import io.sluice.process.Patience;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Shows, beside a simulated propagator, what {@code plan} and {@code why} say of clusters whose
 * replicas name no dispatch (policy-propagation 14).
 */
@Tag("nightly")
@Timeout(300)
class BesideCommandsTest {
  private static final String WAITS =
      "Waiting for approval of group prod (2 clusters: 1 would be changed, 1 complies already)";

  private final InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();

  private CommandRun run(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("-n", "policies", "--hub", servers.hub().url()));
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
    return new CommandRun(run.code(), plain(run.out()), plain(run.err()));
  }

  private CommandRun withTemporal(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of(
            "--temporal",
            servers.temporal().getOptions().getTarget(),
            "--temporal-namespace",
            servers.temporalNamespace()));
    return run(arguments.toArray(String[]::new));
  }

  /** Returns the text in one line, without instants, whose lengths differ. */
  private static String plain(String text) {
    return text.replaceAll("\\s+", " ")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "INSTANT")
        .replaceAll("\\d\\d:\\d\\d:\\d\\dZ", "TIME");
  }

  private void awaitSentence(BesideFixture fixture, String sentence) {
    fixture.rollout.awaitStatus(
        Patience.MOST, status -> String.valueOf(status.get("waitingFor")).contains(sentence));
  }

  @Test
  void theyTellWhatTheInformPassShowedWhomTheRolloutEnforcesAndWhomItHasReleased() {
    try (BesideFixture fixture =
        BesideFixture.on(servers, PropagatorOptions.DEFAULTS, "dev=d1,d2", "prod=p1,p2")) {
      fixture.rollout.fleet().behave("d1", SpokeBehaviour.ORDINARY.nonCompliantUnderInform());
      fixture.rollout.fleet().behave("p1", SpokeBehaviour.ORDINARY.nonCompliantUnderInform());
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL);
      awaitSentence(fixture, WAITS);
      assertThat(run("plan", "web").out())
          .contains(
              "inform dev: 1 would be changed, 1 complies already inform prod: 1 would be changed,"
                  + " 1 complies already");
      assertThat(run("why", "web", "p1").out())
          .contains(
              "Hub OCM's propagator writes its replica, as inform: the rollout does not enforce"
                  + " it. It reports NonCompliant.");

      fixture.rollout.approve("dev");
      fixture.await(
          () -> fixture.actions().equals(List.of("enforce", "enforce", "inform", "inform")));
      awaitSentence(fixture, WAITS);
      assertThat(run("plan", "web").out())
          .contains("inform prod: 1 would be changed, 1 complies already")
          .doesNotContain("dev:");
      assertThat(run("why", "web", "d1").out())
          .contains(
              "Hub Attempt 1 has enforced generation 1 on it since INSTANT. It reports Compliant.");
      assertThat(withTemporal("why", "web", "d1").out())
          .contains("It reports under inform that it does not comply. ")
          .contains("It reports that it is compliant (confirmed).");

      fixture.rollout.approve("dev", "prod");
      fixture.rollout.awaitPhase(Patience.MOST, "Done");
      fixture.await(fixture::clean);
      assertThat(run("plan", "web").out())
          .contains("Nothing is to be rolled out now.")
          .doesNotContain("inform");
      assertThat(run("why", "web", "d1").out())
          .contains(
              "Hub Attempt 1 enforced generation 1 on it, and has released it: its replica informs"
                  + " again. It reports ");
      assertThat(run("why", "web", "nobody"))
          .isEqualTo(
              new CommandRun(
                  ExitCodes.FAILED,
                  "",
                  "Cannot explain cluster nobody of policy policies/web: the hub has no"
                      + " ManagedCluster of that name. Look at its placements. "));

      aFormerAttempt(fixture);
    }
  }

  private void aFormerAttempt(BesideFixture fixture) {
    fixture.rollout.approve();
    fixture.rollout.policy("two", "");
    fixture.rollout.awaitStatus(
        Patience.MOST, status -> Integer.valueOf(2).equals(status.get("attempt")));
    fixture.rollout.awaitPhase(Patience.MOST, "WaitingForApproval");
    assertThat(run("why", "web", "d1", "--attempt", "1").out())
        .startsWith(
            "Cluster d1 of policy policies/web, attempt 1 Attempt It rolled out generation 1 from"
                + " INSTANT to INSTANT: Succeeded. Newest WaitingForApproval: Waiting for")
        .contains("Note Temporal is not named");
    assertThat(run("why", "web", "d1", "--attempt", "7").err())
        .isEqualTo("Cannot explain attempt 7 of policy policies/web: its newest attempt is 2. ");
  }
}
