package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grants the rights of {@code deploy/rbac} on a hub without the namespace, and takes them away. */
@Timeout(Patience.TEST)
class RightsInstallIT {
  private final ChartHub hub = ChartHub.get();

  @AfterEach
  void forget() {
    hub.kubectl("delete --ignore-not-found namespace " + ChartHub.NAMESPACE);
  }

  @ParameterizedTest
  @CsvSource({"deploy/rbac, sluice-leader", "deploy/rbac/beside, sluice-beside-leader"})
  void theRightsAreGrantedAtOnceAndTheNamespaceOutlivesThem(String folder, String leader) {
    forget();

    hub.run("kubectl apply -f " + folder);
    hub.run("kubectl apply -f deploy/rbac/users");
    assertThat(hub.kubectl("get rolebinding -n sluice-system -o name"))
        .contains("rolebinding.rbac.authorization.k8s.io/" + leader);
    assertThat(
            hub.kubectl(
                "auth can-i update leases/sluice -n sluice-system"
                    + " --as system:serviceaccount:sluice-system:sluice"))
        .contains("yes");

    hub.run("kubectl delete -k " + folder);
    hub.run("kubectl delete -k deploy/rbac/users");
    assertThat(hub.kubectl("get rolebinding -n sluice-system -o name")).doesNotContain(leader);
    assertThat(hub.kubectl("get namespace sluice-system")).contains("Active");
  }
}
