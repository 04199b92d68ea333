package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.activation.policy.PolicyActivation;
import io.sluice.activation.policy.PolicyActivationPlanner;
import io.sluice.activation.policy.PolicyActivationTree;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.ActivationInputBuilder;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.tools.option.ExitCodes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows and releases what is pending of a policy (lazy-activation 1.4 and 4.5). */
class PendingCommandsTest {
  private static final String PENDING = "8b1e55a07c93";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();

  @BeforeEach
  void fillTheHub() {
    for (String namespace : List.of("policies", "c1", "c2")) {
      write("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(namespace));
    }
    policy("web");
    policy("plain");
    rollout("{phase: Done, outcome: Succeeded, activation: %s, conditions: [%s]}", true);
  }

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  @Test
  void statusListsWhatIsPendingAndHowManyClustersItConcerns() {
    assertThat(run("status", "web").out())
        .isEqualTo(
            """
            Policy policies/web  generation 1  Progressive
            Succeeded

            Pending  revision 8b1e55a07c93  12 clusters added, 0 changed, 3 left
              since 2026-03-02T08:15:00Z
              Placement edge-sites changed (generation 7 to 8: 12 clusters join, 3 leave);
              waits for a change of policy web.

            Next: nothing is left to do. A change of the policy begins the next rollout.

            Activate what is pending with:
              ./sluice activate web -n policies --hub %s
            """,
            hub.url());
  }

  @Test
  void aLazilyBoundPolicyWithoutAStrategyGoesInOneStep() {
    policy("web", "");
    placed();
    GenericKubernetesResource rollout = rollout();
    Map<String, Object> status = HubObjects.part(rollout, "status");
    status.putAll(
        JsonTree.map(
            Serialization.unmarshal(
                """
                ---
                phase: Done
                outcome: Succeeded
                attempt: 1
                rolloutUID: 8f1c
                currentRolloutGeneration: 2
                decisionGroups:
                - {placement: edge-sites, groupName: "", groupIndex: 0, counts: {clusters: 2, succeeded: 2}}
                """,
                Map.class)));
    rollout.setAdditionalProperty("status", status);
    client.resource(rollout).updateStatus();
    assertThat(run("status", "web").out())
        .isEqualTo(
            """
            Policy policies/web  generation 2  All
            Succeeded  attempt 1

              ungrouped-0  [##############################]  2/2  done

            Next: nothing is left to do. A change of the policy begins the next rollout.
            """);

    // On bindings that all are lazy the strategy waits, too.
    policy("web", "rolloutStrategy: {type: Progressive}, ");
    assertThat(run("status", "web").out()).startsWith("Policy policies/web  generation 3  All\n");
  }

  @Test
  void activatingWritesThePendingRevisionAndSaysWhatItDoes() {
    assertThat(run("activate", "web"))
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                """
                Revision 8b1e55a07c93 of policy policies/web is activated now.
                  placement of PlacementBinding/policies/sites: 12 clusters added, 0 changed, 3 left.
                """,
                ""));
    assertThat(spec()).isEqualTo(Map.of("activatePending", Map.of("revision", PENDING)));
    assertThat(run("activate", "web", "--revision", PENDING).out())
        .startsWith("Revision 8b1e55a07c93 of policy policies/web was asked for before, and is");
  }

  @Test
  void anInstantReplacesARevisionAndTheOtherWayRound() {
    assertThat(run("activate", "web", "--at", "2999-03-01T23:00:00+01:00").out())
        .startsWith(
            "What is pending then of policy policies/web is activated at 2999-03-01T22:00:00Z.");
    assertThat(spec()).isEqualTo(Map.of("activatePending", Map.of("at", "2999-03-01T22:00:00Z")));

    run("activate", "web", "--at", "2999-03-01T22:00:00Z", "--revision", PENDING);
    assertThat(spec())
        .isEqualTo(
            Map.of("activatePending", Map.of("revision", PENDING, "at", "2999-03-01T22:00:00Z")));
    run("activate", "web");
    assertThat(spec()).isEqualTo(Map.of("activatePending", Map.of("revision", PENDING)));
  }

  @Test
  void anInstantThatHasPassedOrIsNoneIsRefused() {
    CommandRun past = run("activate", "web", "--at", "2026-01-01T00:00:00Z");
    assertThat(past.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(past.err())
        .isEqualTo(
            "Cannot activate what is pending of policy policies/web at 2026-01-01T00:00:00Z: that"
                + " has passed, and would release only what was pending then. Leave --at out to"
                + " activate it now.\n");
    CommandRun none = run("activate", "web", "--at", "tonight");
    assertThat(none.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(none.err())
        .startsWith(
            "Cannot use --at tonight: it is no instant with a zone. Write one such as"
                + " 2026-03-01T22:00:00Z or 2026-03-01T23:00:00+01:00.\n");
    assertThat(spec()).isNull();
  }

  @Test
  void anotherRevisionThanThePendingOneIsRefused() {
    CommandRun run = run("activate", "web", "--revision", "0123456789ab");
    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .isEqualTo(
            "Cannot activate what is pending of policy policies/web: revision 0123456789ab is not"
                + " pending, 8b1e55a07c93 is. Name that one, once you have seen it with: ./sluice"
                + " status web -n policies --hub %s\n",
            hub.url());
    assertThat(spec()).isNull();
  }

  @Test
  void whereNothingIsPendingNothingIsWritten() {
    rollout("{phase: Done, outcome: Succeeded, activation: %s, conditions: [%s]}", false);
    CommandRun run = run("activate", "web");
    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .isEqualTo(
            "Cannot activate what is pending of policy policies/web: nothing is pending, revision"
                + " 3f9a0c11d2e4 is active. Edit its placement or bindings first.\n");
    assertThat(run("activate", "plain").err())
        .isEqualTo(
            "Cannot activate what is pending of policy policies/plain: there is no Rollout"
                + " policies/policy-plain, so no edit of it waits. Annotate the policy or its"
                + " PlacementBindings with policy.open-cluster-management.io/activation-preference:"
                + " Lazy to have edits wait.\n");
    assertThat(run("activate", "wbe").err())
        .isEqualTo(
            "Cannot activate what is pending of policy policies/wbe: the hub has no such policy."
                + " Did you mean web? There are: plain, web.\n");
  }

  @Test
  void aConflictIsReadAndDecidedAnew() {
    hub.faults()
        .inject(RequestMatcher.anything().verb("patch").kind("Rollout"), Fault.conflict(), 2);

    assertThat(run("activate", "web").code()).isEqualTo(ExitCodes.OK);
    assertThat(spec()).isEqualTo(Map.of("activatePending", Map.of("revision", PENDING)));
  }

  @Test
  void planAndWhyAskTheGateAboutTheHubAsItIs() {
    placed();
    assertThat(run("plan", "web").out())
        .containsPattern(
            """
            Policy policies/web: revision [0-9a-f]{12} is pending \\(PendingPolicyChange\\).
              Placement edge-sites changed \\(generation 1 to 2: 1 cluster joins, 1 leaves\\);
              waits for a change of policy web. Revision [0-9a-f]{12} is active,
              [0-9a-f]{12} is pending.
              Activate it now with: ./sluice activate web -n policies --hub http://\\S+

              added    1: c3
              changed  none
              left     1: c1
            """);
    assertThat(run("why", "web", "c3").out())
        .startsWith(
            "Cluster c3 does not have policy policies/web. It joins with what is pending.\n");
    assertThat(run("why", "web", "c1").out())
        .startsWith("Cluster c1 has policy policies/web. It leaves with what is pending.\n");
    assertThat(run("why", "web", "c2").out())
        .startsWith("Cluster c2 has policy policies/web. What is pending changes nothing on it.\n")
        .contains("waits");
    assertThat(run("why", "web", "c9").err())
        .isEqualTo(
            "Cannot explain cluster c9 of policy policies/web: the hub has no ManagedCluster of"
                + " that name. Did you mean c1? Look at its placements.\n");
    assertThat(run("why", "plain", "c1").out())
        .isEqualTo(
            "No edit of how policy policies/plain is placed waits: it takes effect at once.\n");
    assertThat(run("plan", "plain").out()).startsWith("Plan of policy policies/plain");
  }

  @Test
  void aTemplateIsActivatedAtAnInstantThatItsPolicyHolds() {
    write(
        "{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: spread,"
            + " namespace: policies}, spec: {}}");
    binding(
        ", pending: {revision: 8b1e55a07c93, from: PropagationPolicy/policies/spread, since:"
            + " \"2026-03-02T08:15:00Z\", changes: [placement]}");

    assertThat(run("activate", "--template", "Deployment/web").err())
        .isEqualTo(
            "Cannot activate what is pending of template Deployment policies/web now: a template"
                + " has no Rollout that could release one revision. Change the template, or add"
                + " --at INSTANT, which releases what is pending of all templates of"
                + " PropagationPolicy/policies/spread.\n");
    CommandRun released =
        run("activate", "--template", "Deployment/web", "--at", "2999-03-01T22:00:00Z");
    assertThat(released)
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                """
                What is pending then of all templates of PropagationPolicy/policies/spread is activated at 2999-03-01T22:00:00Z.
                  now of Deployment policies/web: revision 8b1e55a07c93, placement.
                """,
                ""));
    assertThat(
            client
                .genericKubernetesResources(KarmadaKinds.PROPAGATION_POLICY)
                .inNamespace("policies")
                .withName("spread")
                .get()
                .getMetadata()
                .getAnnotations())
        .containsExactly(Map.entry("sluice.io/activate-at", "2999-03-01T22:00:00Z"));
    assertThat(
            run("activate", "--template", "Deployment/web", "--at", "2026-01-01T00:00:00Z").err())
        .contains("that has passed");

    binding("");
    CommandRun none =
        run("activate", "--template", "Deployment/web", "--at", "2999-03-01T22:00:00Z");
    assertThat(none.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(none.err())
        .isEqualTo(
            "Cannot activate what is pending of template Deployment policies/web: nothing is"
                + " pending. Edit the placement of its policy first.\n");
    assertThat(run("activate", "--template", "Service/web", "--at", "2999-03-01T22:00:00Z").err())
        .contains("there is no ResourceBinding policies/web-service. Check kind");
  }

  @Test
  void aPolicyOrATemplateIsNamedAndNoRevisionOfATemplate() {
    assertThat(run("activate").err())
        .startsWith(
            "Cannot activate: no policy is named. Write a policy's name, or --template KIND/NAME.");
    assertThat(run("activate", "web", "--template", "Deployment/web").err())
        .startsWith("Cannot activate: both a policy and a template are named.");
    assertThat(run("activate", "--template", "web").err())
        .startsWith(
            "Cannot activate template web: it is no kind with a name. Write one such as"
                + " Deployment/web.");
    CommandRun revision = run("activate", "--template", "Deployment/web", "--revision", PENDING);
    assertThat(revision.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(revision.err())
        .startsWith("Cannot activate one revision of a template: Karmada's API has no place");
  }

  private void binding(String pending) {
    write(
        """
        apiVersion: work.karmada.io/v1alpha2
        kind: ResourceBinding
        metadata:
          name: web-deployment
          namespace: policies
          annotations: {sluice.io/activation: '%s'}
        spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: policies, name: web}}
        """
            .formatted(
                Serialization.asJson(
                    Serialization.unmarshal(
                        "---\n"
                            + "{seen: {content: a}, active: {revision: 3f9a0c11d2e4, content: a,"
                            + " since: \"2026-03-01T10:00:00Z\"}"
                            + pending
                            + "}",
                        Map.class))));
  }

  private CommandRun run(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 4);
    System.arraycopy(new String[] {"-n", "policies", "--hub", hub.url()}, 0, all, args.length, 4);
    return CommandRun.of(all);
  }

  private Object spec() {
    return rollout().getAdditionalProperties().get("spec");
  }

  private GenericKubernetesResource rollout() {
    return client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .get();
  }

  private void policy(String name) {
    policy(name, "rolloutStrategy: {type: Progressive}, ");
  }

  private void policy(String name, String strategy) {
    write(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: %s, namespace: policies}
        spec: {disabled: false, remediationAction: inform, %spolicy-templates: []}
        """
            .formatted(name, strategy));
  }

  private void rollout(String status, boolean pending) {
    String activation =
        "{seen: {content: a}, active: {revision: 3f9a0c11d2e4, content: a, since:"
            + " \"2026-03-01T10:00:00Z\"}, contributions: [{seen: {content: a}, snapshot:"
            + " {rolloutStrategy: {type: Progressive}}}]"
            + (pending
                ? ", pending: {revision: 8b1e55a07c93, from: PlacementBinding/policies/sites,"
                    + " since: \"2026-03-02T08:15:00Z\", changes: [placement], clustersToAdd: 12,"
                    + " clustersToChange: 0, clustersToRemove: 3}}"
                : "}");
    String condition =
        pending
            ? "{type: Activated, status: \"False\", reason: PendingPolicyChange, message:"
                + " \"Placement edge-sites changed (generation 7 to 8: 12 clusters join, 3"
                + " leave); waits for a change of policy web.\"}"
            : "{type: Activated, status: \"True\", reason: UpToDate, message: x}";
    withStatus(
        "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout, metadata: {name:"
            + " policy-web, namespace: policies}}",
        status.formatted(activation, condition));
  }

  /** Writes a placement of generation 2 whose generation 1 is active on c1 and c2. */
  private void placed() {
    for (String cluster : List.of("c1", "c2", "c3")) {
      write(
          "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: %s}, spec: {hubAcceptsClient: true}}"
              .formatted(cluster));
    }
    for (String cluster : List.of("c1", "c2")) {
      write(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: Policy
          metadata: {name: policies.web, namespace: %s, labels: {policy.open-cluster-management.io/root-policy: policies.web}}
          spec: {disabled: false, policy-templates: []}
          """
              .formatted(cluster));
    }
    write(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: sites, namespace: policies, annotations: {policy.open-cluster-management.io/activation-preference: Lazy}}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: edge-sites}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """);
    placement("one", "c1", "c2");
    // What a worker stores.
    PolicyName name = new PolicyName("policies", "web");
    try (RequestPool pool = new RequestPool(2)) {
      PolicyContext context =
          PolicyContext.of(new HubReader(client, pool).read(name), Instant.now());
      PolicyActivation decided =
          PolicyActivationPlanner.decide(
                  ActivationInputBuilder.of(context, Set.of("c1", "c2"), cluster -> true)
                      .orElseThrow(),
                  Instant.now())
              .activation();
      withStatus(
          "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout, metadata: {name:"
              + " policy-web, namespace: policies}}",
          Serialization.asJson(Map.of("activation", PolicyActivationTree.of(decided))));
    }
    placement("two", "c2", "c3");
  }

  private void placement(String set, String... clusters) {
    withStatus(
        "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: edge-sites, namespace: policies}, spec: {clusterSets: [%s]}}"
            .formatted(set),
        "{numberOfSelectedClusters: 2, decisionGroups: [{decisionGroupIndex: 0, decisionGroupName:"
            + " \"\", decisions: [edge-sites-1], clusterCount: 2}]}");
    withStatus(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: edge-sites-1
          namespace: policies
          labels:
            cluster.open-cluster-management.io/placement: edge-sites
            cluster.open-cluster-management.io/decision-group-index: "0"
            cluster.open-cluster-management.io/decision-group-name: ""
        """,
        "{decisions: [{clusterName: %s, reason: ''}, {clusterName: %s, reason: ''}]}"
            .formatted((Object[]) clusters));
  }

  private GenericKubernetesResource write(String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    Resource<GenericKubernetesResource> at = client.resource(object);
    GenericKubernetesResource there = at.get();
    if (there == null) {
      return at.create();
    }
    object.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
    return at.update();
  }

  private void withStatus(String yaml, String status) {
    GenericKubernetesResource object = write(yaml);
    object.setAdditionalProperty("status", Serialization.unmarshal("---\n" + status, Map.class));
    client.resource(object).updateStatus();
  }
}
