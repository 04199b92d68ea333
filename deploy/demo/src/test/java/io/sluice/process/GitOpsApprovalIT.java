package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.Kubectl;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Approves and revokes by command while the Rollout is applied from Git again and again.
 *
 * <p>Client-side apply is also what Argo CD does: it syncs by this code of kubectl, a JSON merge
 * patch of the last manifest, the next one and the live object, and compares for self-heal by the
 * same patch, as {@code kubectl diff} does. Its option {@code ServerSideApply=true} applies as
 * {@code argocd-controller}, and takes over every field that the manifest has.
 */
@Timeout(Patience.TEST)
class GitOpsApprovalIT {
  private static final List<String> CLIENT_SIDE = List.of();
  private static final List<String> SERVER_SIDE =
      List.of("--server-side", "--field-manager=argocd-controller", "--force-conflicts");

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  static Stream<Arguments> ways() {
    return Stream.of(
        Arguments.of("kubectl-client-side-apply", CLIENT_SIDE),
        Arguments.of("argocd-controller", SERVER_SIDE));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whatAPersonDecidedStaysWhateverIsAppliedFromGit(String manager, List<String> way) {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "stage=s1", "prod=p1")) {
      // Nobody reports, so dev stays in flight and the others wait for their turn.
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY.cutOff()))
          .start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {}}");
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      apply(fixture, way, "dev");
      approvedBy(fixture, Map.of("dev", manager));

      CommandRun approved = sluice(fixture, "approve", "web", "prod");
      assertThat(approved.out()).contains("Approved group prod").doesNotContain("manifest");
      String ann = sluiceManager(fixture, "prod");
      approvedBy(fixture, Map.of("dev", manager, "prod", ann));

      apply(fixture, way, "dev");
      approvedBy(fixture, Map.of("dev", manager, "prod", ann));
      assertThat(kubectl(fixture, manifest("dev"), "diff", way))
          .as("self-heal finds nothing to heal")
          .isEqualTo(new Kubectl.Output(0, ""));
      apply(fixture, way, "dev", "stage");
      approvedBy(fixture, Map.of("dev", manager, "stage", manager, "prod", ann));

      assertThat(sluice(fixture, "revoke", "web", "stage").out())
          .contains("spec.decisionGroups still approves it: what is revoked here counts before");
      approvedBy(fixture, Map.of("dev", manager, "prod", ann));
      apply(fixture, way, "dev", "stage");
      approvedBy(fixture, Map.of("dev", manager, "prod", ann));
      apply(fixture, way, "stage");
      approvedBy(fixture, Map.of("prod", ann));

      kubectl(
          fixture,
          "",
          "patch",
          List.of(
              "plcro/policy-web",
              "--type=merge",
              "-p",
              "{\"spec\": {\"approvals\": {\"stage\": null}}}"));
      approvedBy(fixture, Map.of("stage", manager, "prod", ann));
    }
  }

  /** Waits until the run has seen the spec as it is now, and compares who approved what. */
  private static void approvedBy(RolloutFixture fixture, Map<String, String> expected) {
    Patience.await()
        .untilAsserted(
            () -> {
              assertThat(((Number) fixture.status().get("observedGeneration")).longValue())
                  .isEqualTo(fixture.rollout().orElseThrow().getMetadata().getGeneration());
              assertThat(approvals(fixture)).isEqualTo(new TreeMap<>(expected));
            });
  }

  private static Map<String, String> approvals(RolloutFixture fixture) {
    return JsonTree.maps(fixture.status(), "approvals").stream()
        .collect(
            Collectors.toMap(
                approval -> String.valueOf(approval.get("groupName")),
                approval -> String.valueOf(approval.get("by")),
                (one, other) -> one,
                TreeMap::new));
  }

  private static String sluiceManager(RolloutFixture fixture, String group) {
    Patience.await().until(() -> approvals(fixture).containsKey(group));
    String manager = approvals(fixture).get(group);
    assertThat(manager).startsWith("sluice:");
    return manager;
  }

  private CommandRun sluice(RolloutFixture fixture, String... command) {
    CommandRun run =
        CommandRun.of(
            Stream.concat(
                    Arrays.stream(command),
                    Stream.of(
                        "--kubeconfig",
                        servers.servers().kubeconfig().toString(),
                        "-n",
                        fixture.namespace()))
                .toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCodes.OK);
    return run;
  }

  private void apply(RolloutFixture fixture, List<String> way, String... groups) {
    assertThat(kubectl(fixture, manifest(groups), "apply", way).code()).isZero();
  }

  private static String manifest(String... groups) {
    return """
    apiVersion: cluster.open-cluster-management.io/v1beta1
    kind: Rollout
    metadata: {name: policy-web}
    spec:
      decisionGroups:
    %s
    """
        .formatted(
            Arrays.stream(groups)
                .map("  - {groupName: %s, rolloutApproved: true}\n"::formatted)
                .collect(Collectors.joining()));
  }

  private Kubectl.Output kubectl(
      RolloutFixture fixture, String input, String verb, List<String> options) {
    List<String> all = new ArrayList<>(List.of("--namespace", fixture.namespace(), verb));
    all.addAll(options);
    if (!input.isEmpty()) {
      all.addAll(List.of("-f", "-"));
    }
    return new Kubectl(servers.servers(), folder).runWith(input, all.toArray(String[]::new));
  }
}
