/** The gRPC door: workers' streams, jobs and runs. Types of the wire stop here. */
@NullMarked
package io.carillon.gateway.grpc;

import org.jspecify.annotations.NullMarked;
