package io.sluice.tools.course;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.process.InMemoryTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.process.TestServers;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.status.OutputSchema;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Looks back on a rollout by commands: from Temporal's history, and from the hub. */
@Tag("nightly")
@Timeout(300)
class PastRolloutTest {
  private static final Duration SOON = Patience.MOST;
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  TestServers servers() {
    return new InMemoryTestServers();
  }

  @Test
  void aClusterIsExplainedAndAPastStatusShownAsTheyWere() {
    TestServers servers = servers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1,p2")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", PER_GROUP);
      fixture.awaitPhase(Patience.MOST, "Done");
      Instant dev = dispatched(fixture, "d1");
      Instant prod = dispatched(fixture, "p1");

      CommandRun why = run(servers, "why", "web", "p1");
      assertThat(why.err()).isEmpty();
      assertThat(timeless(why.out()))
          .isEqualTo(
              """
              Cluster p1 of policy policies/web, attempt 1

                TIME  It is cluster 1 of 2 by name in group prod, which is group 2 of 2 in order.
                TIME  Until TIME it waits for group dev, which has 1 soaking until TIME of 1 cluster.
                TIME  Its turn comes: group dev is finished, prod is next.
                TIME  The hub takes the write of the version.
                TIME  Its deadline is TIME.
                TIME  It reports that it is compliant (confirmed).
                TIME  Its soak of 1s begins, until TIME.
                TIME  It succeeds for good.
                TIME  The attempt's outcome is Succeeded.

              Now      Succeeded, 1 of 2 in group prod.
              Next     It keeps this version; nothing more happens to it.
              Hub      Its replica has generation 1, dispatched by attempt 1 at INSTANT. It reports Compliant.
              """);
      assertThat(course(run(servers, "why", "web", "p1", "-o", "json"), "Write")).contains(prod);
      assertThat(course(run(servers, "why", "web", "d1", "-o", "json"), "Write")).contains(dev);

      assertThat(run(servers, "why", "web", "p9").err())
          .isEqualTo(
              "Cannot explain cluster p9 of policy policies/web: it is none of the 3 clusters of"
                  + " attempt 1. Near it: p1, p2, d1.\n");

      Instant turn = course(run(servers, "why", "web", "p1", "-o", "json"), "Turn").get(0);
      CommandRun then = run(servers, "status", "web", "--at", turn.minusMillis(1).toString());
      assertThat(then.err()).isEmpty();
      assertThat(timeless(then.out()))
          .startsWith(
              """
              Policy policies/web  generation 1  ProgressivePerGroup
              Soaking  attempt 1  from INSTANT
              Soaking 1 cluster in group dev until TIME.
              """)
          .contains("prod  [..............................]  0/2");
      assertThat(run(servers, "status", "web", "--at", "2020-01-01T00:00:00Z"))
          .extracting(CommandRun::code, CommandRun::out)
          .containsExactly(1, "");
      assertThat(run(servers, "status", "web", "--at", "2020-01-01T00:00:00Z").err())
          .startsWith(
              "Cannot show policy policies/web as it was at 2020-01-01T00:00:00Z: Temporal keeps no"
                  + " attempt in namespace ");
    }
  }

  @Test
  void aDownloadedHistoryIsReplayedWithTheSameCourse(@TempDir Path folder) throws IOException {
    TestServers servers = servers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", PER_GROUP);
      fixture.awaitPhase(Patience.MOST, "Done");
      WorkflowClient temporal =
          WorkflowClient.newInstance(
              servers.temporal(),
              WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build());
      Path file = folder.resolve("history.json");
      Files.writeString(
          file,
          temporal.fetchHistory("rollout/hub/%s/web".formatted(servers.namespace())).toJson(true));

      CommandRun replayed = CommandRun.of("replay", file.toString(), "-o", "json");

      assertThat(replayed.err()).isEmpty();
      Map<String, Object> tree = JsonTree.map(Serialization.unmarshal(replayed.out(), Map.class));
      List<Map<String, Object>> steps = JsonTree.maps(tree, "steps");
      assertThat(steps.get(steps.size() - 1)).containsEntry("outcome", "Succeeded");
      assertThat(began(steps, "dispatch d1: group dev is the first of 2"))
          .isBetween(dispatched(fixture, "d1").minusSeconds(600), dispatched(fixture, "d1"));
      assertThat(began(steps, "dispatch p1: group dev is finished, prod is next"))
          .isBetween(dispatched(fixture, "d1"), dispatched(fixture, "p1"));
    }
  }

  @Test
  void approvalsThatTheHubDoesNotKeepAreFoundInTemporal() {
    TestServers servers = servers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy(
          "one",
          "{type: manualPerGroup, manualPerGroup: {mandatoryDecisionGroups: [{groupName: dev}]}}");
      fixture.approve("prod").awaitPhase(Patience.MOST, "Done");
      fixture.stop();
      String kept = approvals(run(servers, "history", "web"));
      assertThat(kept).contains("dev mandatory, by the strategy", "prod in the spec");

      // As a former version left it: another attempt has followed, and approvals were not kept.
      GenericKubernetesResource rollout = fixture.rollout().orElseThrow();
      Map<String, Object> status = HubObjects.part(rollout, "status");
      Map<String, Object> former = new LinkedHashMap<>();
      for (String field : List.of("rolloutUID", "outcome", "startedAt", "endedAt")) {
        former.put(field, status.get(field));
      }
      status.put("history", List.of(former));
      status.put("rolloutUID", "later");
      status.put("attempt", 2);
      status.put("approvals", List.of());
      rollout.setAdditionalProperty("status", status);
      servers.client().resource(rollout).updateStatus();

      assertThat(approvals(run(servers, "history", "web"))).isEqualTo(kept);
      CommandRun json = run(servers, "history", "web", "-o", "json");
      assertThat(
              OutputSchema.of("rollout-history.json")
                  .accepts(json.out())
                  .at("/attempts/1/approvalsFrom")
                  .asText())
          .isEqualTo("Temporal");
    }
  }

  /** Returns who approved in attempt 1, in one line. */
  private static String approvals(CommandRun run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Approvals of attempt 1\n").doesNotContain("Not known");
    return run.out()
        .substring(run.out().indexOf("Approvals of attempt 1"))
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static Instant began(List<Map<String, Object>> steps, String action) {
    return steps.stream()
        .filter(step -> ((List<?>) step.get("actions")).contains(action))
        .map(step -> Instant.parse((String) step.get("at")))
        .findFirst()
        .orElseThrow();
  }

  static Instant dispatched(RolloutFixture fixture, String cluster) {
    String annotation =
        fixture
            .replica(cluster)
            .orElseThrow()
            .getMetadata()
            .getAnnotations()
            .get(Dispatch.ANNOTATION);
    return Instant.parse(
        (String) JsonTree.map(Serialization.unmarshal(annotation, Map.class)).get("at"));
  }

  /** Returns the options that name the hub. */
  List<String> hub(TestServers servers) {
    return List.of("--hub", servers.client().getConfiguration().getMasterUrl());
  }

  CommandRun run(TestServers servers, String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of(
            "-n",
            servers.namespace(),
            "--temporal",
            servers.temporal().getOptions().getTarget(),
            "--temporal-namespace",
            servers.temporalNamespace()));
    arguments.addAll(hub(servers));
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
    // On servers that are shared each test has a namespace of its own.
    String name = servers.namespace() + "/web";
    return new CommandRun(
        run.code(),
        run.out().replace(name, "policies/web"),
        run.err().replace(name, "policies/web"));
  }

  static List<Instant> course(CommandRun run, String kind) {
    OutputSchema.of("cluster-explanation.json").accepts(run.out());
    Map<String, Object> tree = JsonTree.map(Serialization.unmarshal(run.out(), Map.class));
    return JsonTree.maps(tree, "course").stream()
        .filter(fact -> fact.get("kind").equals(kind))
        .map(fact -> Instant.parse((String) fact.get("at")))
        .toList();
  }

  /** Without instants, whose lengths differ, and so without the ends of lines that they move. */
  private static String timeless(String text) {
    return text.replaceAll("\\n {9,}", " ")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "INSTANT")
        .replaceAll("\\d\\d:\\d\\d:\\d\\dZ", "TIME");
  }
}
