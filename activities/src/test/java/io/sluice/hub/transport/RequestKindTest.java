package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestKindTest {
  @ParameterizedTest
  @CsvSource({
    "GET, /apis/g.io/v1/policies?limit=500, LIST",
    "GET, /prefix/apis/g.io/v1/policies, LIST",
    "GET, /apis/g.io/v1/namespaces/a/policies, LIST",
    "GET, /apis/g.io/v1/namespaces/a/policies/p, OBJECT",
    "GET, /apis/g.io/v1/namespaces/a/policies/p/status, OBJECT",
    "GET, /apis/g.io/v1/managedclusters/c1, OBJECT",
    "GET, /api/v1/namespaces, LIST",
    "GET, /version, OBJECT",
    "GET, /apis/g.io/v1/policies?allowWatchBookmarks=true&watch=true, WATCH",
    "POST, /apis/g.io/v1/namespaces/a/policies, OBJECT",
  })
  void theKindOfARequestIsSeenFromMethodAndPath(String method, String path, RequestKind kind) {
    assertThat(RequestKind.of(method, URI.create("https://hub:6443" + path))).isEqualTo(kind);
  }
}
