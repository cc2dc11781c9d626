/** Tests of the gRPC door over a real transport. */
@NullMarked
package io.carillon.gateway.grpc;

import org.jspecify.annotations.NullMarked;
