package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentRequestTest {
  @Test
  void aQuestionAboutRightsWritesNothing() {
    assertThat(new SentRequest("create", "selfsubjectaccessreviews").writes()).isFalse();
    assertThat(new SentRequest("create", "policies").writes()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | /apis/policy.open-cluster-management.io/v1/policies?limit=500 | list | policies",
        "GET | /apis/g.io/v1/policies?watch=true | watch | policies",
        "GET | /apis/g.io/v1/namespaces/c1/policies/web | get | policies",
        "GET | /apis/g.io/v1/namespaces/c1/policies | list | policies",
        "PUT | /apis/g.io/v1/namespaces/c1/policies/web | update | policies",
        "PATCH | /apis/g.io/v1/namespaces/c1/policies/web/status | patch | policies/status",
        "POST | /apis/events.k8s.io/v1/namespaces/c1/events | create | events",
        "DELETE | /apis/g.io/v1/namespaces/c1/policies/web | delete | policies",
        "GET | /api/v1/namespaces/c1 | get | namespaces",
        "GET | /api/v1/namespaces | list | namespaces",
        "PUT | /prefix/apis/coordination.k8s.io/v1/namespaces/sluice/leases/sluice | update | leases",
        "GET | /apis/g.io/v1/managedclusters/c1 | get | managedclusters",
        "GET | /version | get | other",
        "GET | /apis/g.io/v1 | get | other",
        "GET | /apis | get | other",
      })
  void aRequestIsNamedAsARoleNamesIt(String method, String path, String verb, String resource) {
    SentRequest request = SentRequest.of(method, URI.create("https://hub:6443" + path));
    assertThat(request).isEqualTo(new SentRequest(verb, resource));
    assertThat(request.writes()).isEqualTo(!method.equals("GET"));
  }
}
