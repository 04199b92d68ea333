package io.sluice.hub.http;

import static java.util.Objects.requireNonNull;

import io.sluice.check.HttpAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses to send to what no administrator allows, and names of hosts that lead to this machine,
 * its link or the API server (between-waves K5). Only a host that is allowed literally may be
 * there: an address in digits, {@code localhost}, or the API server by its own name.
 *
 * <p>The HTTP client resolves the name again. The JVM keeps what it has found for 30 s, so that
 * both see the same, unless this time ends between the two.
 */
public final class AddressGuard {
  private static final String LOCALHOST = "localhost";
  private static final String API_SERVICE = "kubernetes.default.svc";

  private final AllowedAddresses allowed;
  private final URI apiServer;
  private final Resolver resolver;

  /**
   * Guards by what the administrator allows.
   *
   * @param apiServer its address, by which this process reaches it
   */
  public AddressGuard(AllowedAddresses allowed, URI apiServer, Resolver resolver) {
    this.allowed = requireNonNull(allowed, "allowed is null");
    this.apiServer = requireNonNull(apiServer, "apiServer is null");
    this.resolver = requireNonNull(resolver, "resolver is null");
  }

  /** Finds the addresses of a host. */
  public interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /**
   * Returns the URL, which may be sent to.
   *
   * @throws NoAnswerException if it may not
   */
  public URI allowed(String url) {
    HttpAddress address = parsed(url);
    if (!allowed.covers(address)) {
      throw new NoAnswerException(
          "address %s is not allowed: the administrator lists addresses in checkAddresses"
              .formatted(address),
          "its address is not allowed: the administrator lists addresses in checkAddresses");
    }
    if (!literal(address)) {
      for (InetAddress found : resolved(address)) {
        refusal(found)
            .ifPresent(
                why -> {
                  throw new NoAnswerException(
                      "address %s is not allowed: %s is %s".formatted(address, address.host(), why),
                      "its address is not allowed: it leads to this machine, its link or the API"
                          + " server");
                });
      }
    }
    return URI.create(url);
  }

  private static HttpAddress parsed(String url) {
    try {
      return HttpAddress.parse(url);
    } catch (IllegalArgumentException e) {
      // Without the text: it may hold a password.
      throw new NoAnswerException("the address is not allowed: " + e.getMessage());
    }
  }

  private boolean literal(HttpAddress address) {
    return address.literal()
        || address.host().equals(LOCALHOST)
        || address.host().equalsIgnoreCase(apiServer.getHost());
  }

  private InetAddress[] resolved(HttpAddress address) {
    try {
      return resolver.resolve(address.host());
    } catch (UnknownHostException e) {
      throw new NoAnswerException(
          "the host %s is not known".formatted(address.host()), "its host is not known");
    }
  }

  private Optional<String> refusal(InetAddress found) {
    String text = found.getHostAddress();
    if (found.isLoopbackAddress() || found.isAnyLocalAddress()) {
      return Optional.of(text + ", on the worker's own machine");
    }
    if (found.isLinkLocalAddress()) {
      return Optional.of(text + ", a link-local address");
    }
    if (found.isMulticastAddress()) {
      return Optional.of(text + ", a multicast address");
    }
    if (found instanceof Inet6Address six && six.isIPv4CompatibleAddress()) {
      return Optional.of(text + ", a reserved address");
    }
    return apiServers().contains(found) ? Optional.of(text + ", the API server") : Optional.empty();
  }

  private Set<InetAddress> apiServers() {
    Set<InetAddress> addresses = new HashSet<>();
    for (String host : List.of(Optional.ofNullable(apiServer.getHost()).orElse(""), API_SERVICE)) {
      try {
        addresses.addAll(List.of(resolver.resolve(host)));
      } catch (UnknownHostException e) {
        // Outside of the cluster nobody knows the name of the service.
        continue;
      }
    }
    return addresses;
  }
}
