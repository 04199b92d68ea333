package io.sluice.hub.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What checks may ask over HTTP (between-waves K5). */
class AddressGuardTest {
  private final Map<String, String> names =
      new HashMap<>(Map.of("api.example.com", "10.9.9.9", "kubernetes.default.svc", "10.96.0.1"));

  private AddressGuard guard(String... allowed) {
    return new AddressGuard(
        new AllowedAddresses(List.of(allowed)),
        URI.create("https://api.example.com:6443"),
        this::resolve);
  }

  private InetAddress[] resolve(String host) throws UnknownHostException {
    if (!names.containsKey(host)) {
      throw new UnknownHostException(host);
    }
    return new InetAddress[] {InetAddress.getByName(names.get(host))};
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://prom.example.com/base",
        "https://PROM.example.com:443/base/api?x=1",
        "HTTPS://prom.example.com/base/"
      })
  void whatIsBelowAPrefixMayBeAsked(String url) {
    names.put("prom.example.com", "10.1.2.3");
    assertThat(guard("https://prom.example.com/base/").allowed(url)).isEqualTo(URI.create(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://prom.example.com/base",
        "https://prom.example.com:8443/base",
        "https://prom.example.com.evil.com/base",
        "https://prom.example.com/bases",
        "https://prom.example.com/",
        "https://prom.example.com/base/../admin",
        "https://prom.example.com/base/%2e%2E/admin",
        "https://prom.example.com/base%2f..",
        "https://u:hunter2@prom.example.com/base",
        "https://prom.example.com@evil.com/base",
        "https:/base",
        "file:///base",
        "base",
        "https://prom.example.com/ba se",
      })
  void nothingElseMay(String url) {
    names.put("prom.example.com", "10.1.2.3");
    assertThatThrownBy(() -> guard("https://prom.example.com/base").allowed(url))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("is not allowed")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void byDefaultNothingMayBeAsked() {
    assertThatThrownBy(() -> guard().allowed("https://prom.example.com/base"))
        .hasMessage(
            "address https://prom.example.com:443/base is not allowed: the administrator lists"
                + " addresses in checkAddresses");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, own machine",
    "::1, own machine",
    "::ffff:127.0.0.1, own machine",
    "0.0.0.0, own machine",
    "169.254.169.254, link-local",
    "fe80::1, link-local",
    "224.0.0.1, multicast",
    "::7f00:1, reserved",
    "10.9.9.9, API server",
    "10.96.0.1, API server",
  })
  void aNameThatLeadsThereIsRefused(String address, String why) {
    names.put("inside.example.com", address);
    assertThatThrownBy(
            () -> guard("http://inside.example.com").allowed("http://inside.example.com/x"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1",
        "http://[::1]",
        "http://localhost",
        "http://169.254.169.254",
        "https://api.example.com:6443"
      })
  void whatIsAllowedLiterallyMayBeAsked(String url) {
    assertThat(guard(url).allowed(url + "/x")).isEqualTo(URI.create(url + "/x"));
  }

  /** The JVM would take it for an address, and the prefix for a name. */
  @ParameterizedTest
  @ValueSource(strings = {"http://127.1/x", "http://2130706433/x", "http://0x7f000001/x"})
  void aShortenedAddressIsNoHost(String url) {
    assertThatThrownBy(() -> guard("http://127.0.0.1").allowed(url))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("is not allowed");
  }

  @Test
  void aHostThatNobodyKnowsIsNamed() {
    assertThatThrownBy(() -> guard("http://a.example.com").allowed("http://a.example.com"))
        .hasMessage("the host a.example.com is not known");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"prom", "ftp://a", "https://", "https://u@a", "https://a?b", "https://a/.."})
  void aPrefixThatIsNoneIsRefused(String prefix) {
    assertThatThrownBy(() -> new AllowedAddresses(List.of(prefix)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot allow the address " + prefix + ": it")
        .hasMessageEndingWith("such as https://prometheus.example.com.");
  }
}
