package io.sluice.tools.cli;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.template.PropagationHub;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.template.ResourceId;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.page.read.RolloutPageReader;
import io.sluice.tools.page.view.RolloutView;
import io.sluice.tools.request.ApprovalVersion;
import io.sluice.tools.request.RequestQuestion;
import io.sluice.tools.request.RolloutRequester;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows and steers the rollout of a template (lazy-activation 1.4, 3). */
class TemplateCommandsTest {
  private static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "shop", "web");
  private static final ResourceId ROLE =
      new ResourceId("rbac.authorization.k8s.io/v1", "ClusterRole", "", "viewer");
  private static final Pattern VARIABLE =
      Pattern.compile("\\b[0-9a-f]{12}\\b|\\b20\\d\\d-[-0-9T:.]+Z");

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final PropagationHub hub = new PropagationHub(HubClient.ofUrl(server.url()));

  @BeforeEach
  void activateAndEdit() {
    hub.clusters(List.of("m1", "m2", "m3"));
    for (String namespace : List.of("shop", "open-cluster-management")) {
      hub.apply(
          yaml("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(namespace)));
    }
    hub.start();
    hub.apply(policy("", "m1, m2", "Abort"));
    hub.apply(web(1));
    soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("m1", "m2"));
    hub.apply(policy("manualPerGroup", "m2, m3", "Overwrite"));
    soon(() -> assertThat(activated()).containsEntry("reason", "PendingUserChange"));
  }

  @AfterEach
  void close() {
    hub.close();
    client.close();
    server.close();
  }

  @Test
  void statusListsWhatIsPendingAndHowManyClustersItConcerns() {
    assertThat(run("status", "--template", "deployment/web"))
        .isEqualTo(
            shown(
                """
                Template Deployment shop/web  activation 1  unstaged
                It has no rollout strategy: what is activated goes to all of its clusters at
                  once, 2 now.

                Pending  revision <1>  1 cluster added, 1 changed, 1 left
                  since <2>
                  revision <1> of PropagationPolicy/shop/spread (generation 2) waits,
                  revision <3> is active: conflictResolution, placement,
                  rolloutStrategy differ; a change of the content activates it
                """));
  }

  @Test
  void planAndWhyAskTheGateAboutTheHubAsItIs() {
    // What is written from now on, the commands have written.
    soon(() -> assertThat(hub.idle()).isTrue());
    hub.stop();
    server.forgetRequests();
    assertThat(run("plan", "--template", "Deployment/web"))
        .isEqualTo(
            shown(
                """
                Template Deployment shop/web: revision <1> is pending
                (PendingUserChange).
                  revision <1> of PropagationPolicy/shop/spread (generation 2) waits,
                  revision <2> is active: conflictResolution, placement,
                  rolloutStrategy differ; a change of the content activates it.

                  added    1: m3
                  changed  1: m2
                  left     1: m1
                """));
    assertThat(run("why", "--template", "Deployment/web", "m1").out())
        .startsWith(
            """
            Cluster m1 has template Deployment shop/web at revision <1>, which is
            active. It leaves with what is pending.
            Template Deployment shop/web: revision <2> is pending
            (PendingUserChange).
            """);
    assertThat(run("why", "--template", "Deployment/web", "m2").out())
        .contains("What is pending changes its Work.");
    assertThat(run("why", "--template", "Deployment/web", "m3").out())
        .startsWith(
            "Cluster m3 does not have template Deployment shop/web. It joins with what is\n"
                + "pending.\n");
    assertThat(run("why", "--template", "Deployment/web", "m9").out())
        .startsWith("Cluster m9 does not have")
        .contains("The hub has no\nManagedCluster of that name.");
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void theRolloutOfATemplateIsShownAndApproved() {
    hub.apply(web(2));
    soon(() -> assertThat(activated()).containsEntry("status", "True"));
    hub.stop();
    publish();

    assertThat(run("status", "--template", "Deployment/web"))
        .isEqualTo(
            shown(
                """
                Template Deployment shop/web  activation 2  manualPerGroup
                WaitingForApproval  attempt 1
                Waiting for approval of group canary (1 cluster).

                  canary  [..............................]  0/1  not approved
                  rest    [..............................]  0/1  not approved

                Exceptions
                  m1  KeptUntilSuccess  it leaves once every group has succeeded

                Next: approve group canary with:
                  ./sluice approve --template Deployment/web canary -n shop --hub HUB

                No worker leads, as there is no Lease sluice-system/sluice; unless one runs
                without leader election, as in a demo, or with another --lease-namespace.
                """
                    .replace("HUB", server.url())));
    assertThat(run("why", "--template", "Deployment/web", "m2").out())
        .isEqualTo(
            """
            Cluster m2 has template Deployment shop/web at revision <1>, which
            succeeded last; revision <2> is active. Nothing is pending.
            Template Deployment shop/web: nothing is pending (UpToDate).
              revision <2> is active and desired.

            Cluster m2 of template Deployment shop/web, attempt 1

            Rollout  WaitingForApproval: Waiting for approval of group canary (1 cluster).
            Note     Temporal is not named, so only the hub was asked. Add --temporal
                     HOST:PORT for the course.
            """);
    assertThat(run("plan", "--template", "Deployment/web").out())
        .doesNotContain("added")
        .contains("nothing is pending (UpToDate)");

    assertThat(run("approve", "--template", "Deployment/web", "canary"))
        .isEqualTo(
            shown(
                "Approved group canary of template Deployment shop/web.\n"
                    + "That lets 1 cluster go, each in its turn.\n"));
    assertThat(run("approve", "--template", "Deployment/web", "canary").out())
        .isEqualTo("Group canary of template Deployment shop/web is already approved.\n");
    assertThat(rollout().getAdditionalProperties().get("spec"))
        .isEqualTo(Map.of("approvals", Map.of("canary", Map.of("rolloutApproved", true))));
    assertThat(run("approve", "--template", "Deployment/web", "qa"))
        .isEqualTo(
            failed(
                "Cannot approve group qa of template Deployment shop/web: no such group. Groups"
                    + " are canary, rest and ungrouped.\n"));
  }

  @Test
  void aClusterOfATemplateIsSkippedInOneAttempt() {
    hub.apply(web(2));
    soon(() -> assertThat(activated()).containsEntry("status", "True"));
    hub.stop();
    publish();
    GenericKubernetesResource open = rollout();
    Map<String, Object> status = HubObjects.part(open, "status");
    status.putAll(Map.of("rolloutUID", "u1", "runOpen", true));
    open.setAdditionalProperty("status", status);
    client.resource(open).updateStatus();

    assertThat(run("skip", "--template", "Deployment/web", "m2").out())
        .startsWith(
            "Skipped cluster m2 in the rollout of template Deployment shop/web: what it reports does"
                + " not count, and no other cluster waits for it.\nUndo it with: ")
        .contains(" skip --template Deployment/web m2 --undo -n shop");
    assertThat(rollout().getAdditionalProperties().get("spec"))
        .isEqualTo(
            Map.of("skippedClusters", List.of(Map.of("clusterName", "m2", "rolloutUID", "u1"))));
    assertThat(run("skip", "--template", "Deployment/web", "m9").err())
        .startsWith("Cannot skip cluster m9: the hub has no ManagedCluster of that name.");
    assertThat(run("skip", "--template", "Deployment/web").err())
        .contains("no cluster is named. Write the names of clusters.");
    assertThat(run("skip", "--template", "Deployment/web", "m2", "--undo").out())
        .contains("of template Deployment shop/web");
    assertThat(run("skip", "--template", "Deployment/web", "m2", "--undo").out())
        .isEqualTo("Cluster m2 is not skipped in the rollout of template Deployment shop/web.\n");
  }

  @Test
  void theDashboardShowsAndApprovesATemplateAsTheCommandDoes() {
    hub.apply(web(2));
    soon(() -> assertThat(activated()).containsEntry("status", "True"));
    hub.stop();
    publish();
    RolloutName name = new RolloutName("shop", "binding-web-deployment");

    try (RolloutPageReader reader = new RolloutPageReader(client, Clock.systemUTC())) {
      RolloutPage page = reader.read(name).orElseThrow();
      assertThat(page.unknown()).isEmpty();
      assertThat(page.strategy()).contains("manualPerGroup");
      assertThat(page.groups().get(0).cells())
          .containsExactly(new ClusterCell("m2", CellStatus.TO_APPLY));
      assertThat(
              RolloutView.sections(page, RolloutRequester.Offer.APPROVALS, Optional.empty())
                  .stream()
                  .map(Element::html)
                  .collect(Collectors.joining()))
          .contains("Approve canary…");
    }
    RolloutRequester writer = RolloutRequester.of(client, name.target().orElseThrow());
    RequestQuestion question = writer.question(Optional.of("canary"));
    assertThat(question.title()).isEqualTo("approve group canary of template Deployment shop/web");
    assertThat(question.choices())
        .containsExactly(
            new RequestQuestion.Choice(
                ApprovalVersion.ANY,
                List.of("approvals, canary: rolloutApproved true"),
                List.of()));
    assertThat(writer.approve(Optional.of("canary")))
        .isEqualTo(
            "Approved group canary of template Deployment shop/web. That lets 1 cluster go, each in"
                + " its turn.");
    assertThat(run("approve", "--template", "Deployment/web", "canary").out())
        .isEqualTo("Group canary of template Deployment shop/web is already approved.\n");
  }

  @Test
  void whatIsNotStagedNeedsNoApproval() {
    assertThat(run("approve", "--template", "Deployment/web", "canary"))
        .isEqualTo(
            failed(
                "Cannot approve group canary of template Deployment shop/web: it has no rollout"
                    + " strategy and goes to every cluster at once. Give its policy the annotation"
                    + " sluice.io/rollout-strategy of type manualPerGroup to decide by hand.\n"));
  }

  @Test
  void theRolloutOfAClusterScopedTemplateIsInTheNamespaceOfSluice() {
    hub.apply(
        yaml(
            """
            apiVersion: policy.karmada.io/v1alpha1
            kind: ClusterPropagationPolicy
            metadata:
              name: roles
              annotations: {sluice.io/rollout-strategy: '{type: manualPerGroup}'}
            spec:
              resourceSelectors: [{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, name: viewer}]
              placement: {}
            """));
    hub.apply(
        yaml(
            "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name:"
                + " viewer}, rules: []}"));
    soon(() -> assertThat(hub.binding(ROLE)).isPresent());
    String[] own = {"--lease-namespace", "open-cluster-management"};
    soon(
        () ->
            assertThat(run("status", "--template", "ClusterRole/viewer", own[0], own[1]).out())
                .startsWith(
                    "Template ClusterRole viewer  activation 1  manualPerGroup\n"
                        + "Pending  attempt 0\n"));
    assertThat(run("approve", "--template", "ClusterRole/viewer", "--ungrouped").err())
        .contains("there is no Rollout sluice-system/clusterbinding-viewer-clusterrole.");
  }

  @Test
  void aTemplateThatIsNotThereIsRefusedAndSoIsABadName() {
    for (List<String> command :
        List.of(
            List.of("status"), List.of("plan"), List.of("why", "m1"), List.of("approve", "g"))) {
      List<String> args = new ArrayList<>(command);
      args.addAll(List.of("--template", "Deployment/wbe"));
      CommandRun run = run(args.toArray(String[]::new));
      assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err())
          .startsWith("Cannot ")
          .contains(
              "template Deployment shop/wbe: there is no ResourceBinding shop/wbe-deployment."
                  + " Check kind, name and namespace");
      args.set(args.size() - 1, "web");
      assertThat(run(args.toArray(String[]::new)).code()).isEqualTo(ExitCodes.USAGE);
      assertThat(run(args.toArray(String[]::new)).err()).contains("it is no kind with a name");
    }
    assertThat(run("wait").err())
        .startsWith(
            "Cannot wait: no policy is named. Write a policy's name, or --template KIND/NAME.");
    assertThat(run("why", "web", "m1", "--template", "Deployment/web").err())
        .startsWith("Cannot explain: both a policy and a template are named.");
    assertThat(run("why", "--template", "Deployment/web").err())
        .startsWith("Cannot explain: no cluster is named. Write a cluster's name.");
  }

  private static CommandRun shown(String out) {
    return new CommandRun(ExitCodes.OK, out, "");
  }

  private static CommandRun failed(String err) {
    return new CommandRun(ExitCodes.FAILED, "", err);
  }

  /** Runs a command, and numbers revisions and instants in what it prints. */
  private CommandRun run(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 4);
    System.arraycopy(new String[] {"-n", "shop", "--hub", server.url()}, 0, all, args.length, 4);
    CommandRun run = CommandRun.of(all);
    return new CommandRun(run.code(), numbered(run.out()), run.err());
  }

  private static String numbered(String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      if (!found.contains(matcher.group())) {
        found.add(matcher.group());
      }
    }
    String numbered = text;
    for (int i = 0; i < found.size(); i++) {
      numbered = numbered.replace(found.get(i), "<" + (i + 1) + ">");
    }
    return numbered;
  }

  private Map<String, Object> activated() {
    return JsonTree.maps(HubObjects.part(hub.binding(WEB).orElseThrow(), "status"), "conditions")
        .stream()
        .filter(condition -> "Activated".equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of());
  }

  private GenericKubernetesResource rollout() {
    return client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("shop")
        .withName("binding-web-deployment")
        .get();
  }

  /** Writes what a run reports that waits for the first approval. */
  private void publish() {
    GenericKubernetesResource rollout = rollout();
    Map<String, Object> status = HubObjects.part(rollout, "status");
    status.putAll(
        yaml(
            """
            phase: WaitingForApproval
            attempt: 1
            currentRolloutGeneration: 2
            waitingFor: Waiting for approval of group canary (1 cluster).
            decisionGroups:
            - {placement: web-deployment, groupName: canary, groupIndex: 0, counts: {clusters: 1, toApply: 1}}
            - {placement: web-deployment, groupName: rest, groupIndex: 1, counts: {clusters: 1, toApply: 1}}
            exceptions: [{cluster: m1, reason: KeptUntilSuccess, message: it leaves once every group has succeeded}]
            """));
    rollout.setAdditionalProperty("status", status);
    client.resource(rollout).updateStatus();
  }

  private static Map<String, Object> policy(String strategy, String clusters, String conflict) {
    return yaml(
        """
        apiVersion: policy.karmada.io/v1alpha1
        kind: PropagationPolicy
        metadata:
          name: spread
          namespace: shop
          annotations: {%s}
        spec:
          activationPreference: Lazy
          resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
          conflictResolution: %s
          placement: {clusterAffinity: {clusterNames: [%s]}}
        """
            .formatted(
                strategy.isEmpty()
                    ? ""
                    : "sluice.io/rollout-strategy: '{type: %s, groupStrategy: {decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {name: m2}}}}]}}'"
                        .formatted(strategy),
                conflict,
                clusters));
  }

  private static Map<String, Object> web(int version) {
    return yaml(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec: {template: {spec: {containers: [{name: web, image: "web:%d"}]}}}
        """
            .formatted(version));
  }

  private static Map<String, Object> yaml(String yaml) {
    return JsonTree.map(Serialization.unmarshal("---\n" + yaml, Map.class));
  }

  private static void soon(ThrowingRunnable claim) {
    await().pollInterval(Duration.ofMillis(50)).untilAsserted(claim);
  }
}
