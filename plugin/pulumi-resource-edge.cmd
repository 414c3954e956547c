@echo off
rem Starts the native plugin with the node on PATH. The engine passes its address.
set "here=%~dp0"
if not exist "%here%start.js" set "here=%~dp0..\dist\plugin\"
node "%here%start.js" %*
