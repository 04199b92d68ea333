package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asks a real server what {@code deploy/rbac} lets a worker do. */
class WorkerPermissionsIT {
  private static final String POLICY = "policy.open-cluster-management.io";
  private static final String CLUSTER = "cluster.open-cluster-management.io";

  private static KubernetesClient worker;

  @BeforeAll
  static void start() {
    worker = SharedDevServers.get().workerClient();
  }

  @AfterAll
  static void stop() {
    if (worker != null) {
      worker.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "get list watch create update delete, " + POLICY + ", policies, '', ''",
    "update patch, " + POLICY + ", policies, status, ''",
    "update, " + POLICY + ", policysets, status, ''",
    "get list watch, " + POLICY + ", policysets, '', ''",
    "list watch, " + POLICY + ", placementbindings, '', ''",
    "get list watch create update delete, " + CLUSTER + ", rollouts, '', ''",
    "update, " + CLUSTER + ", rollouts, status, ''",
    "list watch, " + CLUSTER + ", rolloutcalendars, '', ''",
    "list watch, " + CLUSTER + ", clusterrolloutcalendars, '', ''",
    "list watch, " + CLUSTER + ", rolloutnotifiers, '', ''",
    "get, '', namespaces, '', ''",
    "get list watch, " + CLUSTER + ", placements, '', ''",
    "list watch create patch delete, " + CLUSTER + ", placementdecisions, '', ''",
    "patch, " + CLUSTER + ", placementdecisions, status, ''",
    "patch, " + CLUSTER + ", placements, status, ''",
    "update, " + CLUSTER + ", placements, finalizers, ''",
    "list watch, " + CLUSTER + ", managedclustersets, '', ''",
    "list watch, " + CLUSTER + ", managedclustersetbindings, '', ''",
    "list watch, " + CLUSTER + ", addonplacementscores, '', ''",
    "list, operator.open-cluster-management.io, clustermanagers, '', ''",
    "get list watch, apps.open-cluster-management.io, placementrules, '', ''",
    "get list watch, " + CLUSTER + ", managedclusters, '', ''",
    "get list create update delete, apps, controllerrevisions, '', ''",
    "get list watch, apiextensions.k8s.io, customresourcedefinitions, '', ''",
    "create, events.k8s.io, events, '', ''",
    "list watch, coordination.k8s.io, leases, '', policy-propagator.open-cluster-management.io"
  })
  void aWorkerMayEverywhere(
      String verbs, String group, String resource, String part, String object) {
    for (String verb : verbs.split(" ")) {
      assertThat(may(verb, group, resource, part, "policies", object)).as(verb).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"create, ''", "get, sluice", "update, sluice"})
  void aWorkerMayLeadInItsOwnNamespace(String verb, String lease) {
    assertThat(may(verb, "coordination.k8s.io", "leases", "", "sluice-system", lease)).isTrue();
    assertThat(may(verb, "coordination.k8s.io", "leases", "", "kube-system", lease)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "deletecollection, " + POLICY + ", policies",
    "patch, " + POLICY + ", policies",
    "get, " + POLICY + ", placementbindings",
    "patch, " + CLUSTER + ", rollouts",
    "get, " + CLUSTER + ", placementdecisions",
    "get, " + CLUSTER + ", managedclustersets",
    "watch, apps, controllerrevisions",
    "patch, events.k8s.io, events",
    "create, " + POLICY + ", placementbindings",
    "delete, " + POLICY + ", policysets",
    "update, " + CLUSTER + ", placements",
    "patch, " + CLUSTER + ", placements",
    "update, " + CLUSTER + ", placementdecisions",
    "deletecollection, " + CLUSTER + ", placementdecisions",
    "patch, " + CLUSTER + ", managedclustersets",
    "create, " + CLUSTER + ", managedclustersetbindings",
    "get, operator.open-cluster-management.io, clustermanagers",
    "update, " + CLUSTER + ", managedclusters",
    "get, apps, deployments",
    "create, apiextensions.k8s.io, customresourcedefinitions",
    "get, coordination.k8s.io, leases",
    "delete, coordination.k8s.io, leases",
    "get, '', secrets",
    "list, '', configmaps",
    "create, '', namespaces",
    "get, '', pods"
  })
  void aWorkerMayNot(String verb, String group, String resource) {
    assertThat(may(verb, group, resource, "", "sluice-system", "")).isFalse();
  }

  private static boolean may(
      String verb, String group, String resource, String part, String namespace, String object) {
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withVerb(verb)
            .withGroup(group)
            .withResource(resource)
            .withSubresource(part)
            .withNamespace(namespace)
            .withName(object)
            .endResourceAttributes()
            .endSpec()
            .build();
    return worker
        .authorization()
        .v1()
        .selfSubjectAccessReview()
        .create(review)
        .getStatus()
        .getAllowed();
  }
}
